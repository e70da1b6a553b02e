// What chance makes of a published list, as engine/seating/draw_lists.py says it: plain data in and out.
import { order } from "./chance.js";

const byNumber = (rows) => rows.sort((one, other) => one[0] - other[0]);

const sharing = (places, apart) =>
  apart.filter(([one, other]) => places.has(one) && places.has(other) && places.get(one)[0] === places.get(other)[0]);

// In their order people take the first seat of the order at one of the tables with fewest players.
const inTurn = (people, seats, sizes) => {
  const free = [...seats];
  const players = new Map(sizes);
  const places = new Map();
  for (const person of people) {
    const fewest = Math.min(...free.map(([table]) => players.get(table)));
    const [place] = free.splice(free.findIndex(([table]) => players.get(table) === fewest), 1);
    players.set(place[0], fewest + 1);
    places.set(person, place);
  }
  return places;
};

// The first exchange in the drawn order that leaves fewer pairs at one table, until there is none.
const exchanged = (places, staying, apart, people) => {
  const now = sharing(new Map([...staying, ...places]), apart);
  for (const person of now.flat().filter((each) => places.has(each))) {
    for (const other of people) {
      const swapped = new Map(places).set(person, places.get(other)).set(other, places.get(person));
      if (sharing(new Map([...staying, ...swapped]), apart).length < now.length) return swapped;
    }
  }
  return null;
};

const seats = async (about, key) => {
  const kept = about.staying.map(([person, , table, seat]) => [person, [table, seat]]);
  const sizes = about.tables.map(({ table, players }) => [
    table,
    players.length + kept.filter(([, [at]]) => at === table).length,
  ]);
  const open = about.tables.flatMap(({ table, seats: free }) => free.map((seat) => [table, seat]));
  const people = await order(key, "people", about.people.map(([person]) => person));
  const sitting = about.tables.flatMap(({ table, players }) => players.map((person) => [person, [table, 0]]));
  const staying = [...sitting, ...kept];
  let places = inTurn(people, await order(key, "seats", open), sizes);
  for (let better = places; better; better = exchanged(places, staying, about.apart, people)) places = better;
  const everybody = new Map([...staying, ...places]);
  return {
    places: byNumber([...kept, ...places].map(([person, place]) => [person, ...place])),
    together: sharing(everybody, about.apart),
  };
};

const seatsByCard = async (about, key) => {
  const fell = await order(key, "cards", about.people.map((_, n) => n + 1));
  return {
    cards: about.people.map(([person], n) => [person, fell[n]]),
    places: about.people.map(([person], n) => [person, ...about.seats[fell[n] - 1]]),
  };
};

// Whose cards are of the same ranks as somebody else's.
const tied = (dealt) => {
  const ranks = (held) => held.map((card) => card[0]).join("");
  const all = [...dealt.values()].map(ranks);
  return [...dealt.keys()].filter((person) => all.filter((each) => each === ranks(dealt.get(person))).length > 1);
};

const cards = async (about, key) => {
  const deck = await order(key, "deck", about.deck);
  const dealt = new Map(about.people.map(([person]) => [person, [deck.shift()]]));
  for (let again = about.again ? tied(dealt) : []; again.length; again = tied(dealt)) {
    for (const [person, held] of dealt) if (again.includes(person)) held.push(deck.shift());
  }
  return { cards: [...dealt] };
};

const RULES = { seats, "seats by card": seatsByCard, cards };

export const result = (about, key) => RULES[about.rule](about, key);
