// While the network is away the dealer goes on: this looks ahead, seat by seat, to the end of the betting
// round, and no further. It knows whose turn is next and what he faces; the rules stay with the server.
(() => {
  const shuffleUp = (window.shuffleUp ??= {});
  const THIN_SPACE = "\u202f";
  const number = (text) => Number(text.replace(/\D/g, "")) || 0;
  const chips = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  shuffleUp.chips = chips;

  const readSeat = (element) => ({
    seat: Number(element.dataset.seat),
    name: element.querySelector(".seat-name").textContent,
    stack: number(element.querySelector(".seat-stack")?.textContent ?? ""),
    bet: number(element.querySelector(".seat-bet b")?.textContent ?? ""),
    isIn: element.matches(".is-in, .is-to-act"),
    isAllIn: element.matches(".is-all_in"),
  });

  // The betting as the page shows it, or null where there is none.
  shuffleUp.readBetting = (tablet) => {
    const card = tablet.querySelector("[data-turn-card]");
    if (!card) return null;
    const seats = [...tablet.querySelectorAll(".seat:not(.is-empty)")].map(readSeat);
    const seat = Number(card.dataset.seat);
    const player = seats.find((one) => one.seat === seat);
    if (!player) return null;
    const after = card.dataset.after.split(" ").filter(Boolean).map(Number);
    return { seat, seats, after, toMatch: player.bet + Number(card.dataset.toCall) };
  };

  const of = (betting, seat) => betting.seats.find((one) => one.seat === seat);

  const othersAfter = (betting, seat) => {
    const order = betting.seats.map((one) => one.seat);
    const from = order.indexOf(seat) + 1;
    return [...order.slice(from), ...order.slice(0, from - 1)].filter((one) => {
      const player = of(betting, one);
      return player.isIn && player.stack > 0;
    });
  };

  const putIn = (player, total) => {
    const most = player.bet + player.stack;
    const bet = Math.min(total, most);
    return { ...player, bet, stack: most - bet };
  };

  const KNOWN = ["fold", "check", "stand", "call", "raise_to", "all_in"];

  const totalOf = (betting, command) => {
    const player = of(betting, betting.seat);
    if (command.kind === "all_in") return player.bet + player.stack;
    if (command.kind === "raise_to") return Number(command.amount);
    return command.kind === "call" ? betting.toMatch : player.bet;
  };

  // The betting after this command, or null when the betting round is over as far as can be told.
  shuffleUp.lookAhead = (betting, command) => {
    if (!KNOWN.includes(command.kind)) return null;
    const total = totalOf(betting, command);
    const folds = command.kind === "fold";
    const seats = betting.seats.map((one) =>
      one.seat === betting.seat ? { ...putIn(one, total), isIn: one.isIn && !folds } : one,
    );
    const next = { ...betting, seats, toMatch: Math.max(betting.toMatch, total) };
    const after = total > betting.toMatch ? othersAfter(next, betting.seat) : betting.after;
    const contenders = seats.filter((one) => one.isIn || one.isAllIn);
    if (!after.length || contenders.length < 2) return null;
    return { ...next, seat: after[0], after: after.slice(1) };
  };

  // --- The page as it will be --------------------------------------------------------------------
  const put = (tablet, selector, text) => (tablet.querySelector(selector).textContent = text);

  const light = (tablet, seat, waiting) => {
    const entered = new Map(waiting.map((one) => [one.seat, one.words.split(": ").at(-1)]));
    for (const one of tablet.querySelectorAll(".seat:not(.is-empty)")) {
      const at = Number(one.dataset.seat);
      const words = at === seat ? "To act" : entered.get(at);
      one.classList.toggle("is-to-act", at === seat);
      one.classList.toggle("is-entered", entered.has(at) && at !== seat);
      if (words) one.querySelector(".seat-state").textContent = words;
    }
  };

  const showStay = (tablet, amount) => {
    const key = tablet.querySelector("[data-stay]");
    if (amount) key.dataset.command = "call";
    else if (key.dataset.command === "call") key.dataset.command = "check";
    const word = key.dataset.command === "stand" ? "Stand" : "Check";
    key.textContent = amount ? `Call ${chips(amount)}` : word;
    key.toggleAttribute("data-allowed", true);
    key.removeAttribute("aria-disabled");
  };

  const showRaise = (tablet, least, most) => {
    const raise = tablet.querySelector("[data-raise]");
    raise.removeAttribute("data-no-raise");
    Object.assign(raise.dataset, { least, most });
    put(tablet, "[data-raise-range]", "judged when the network is back");
    for (const preset of tablet.querySelectorAll("[data-preset]")) preset.remove();
    const allIn = tablet.querySelector("[data-all-in]");
    allIn.removeAttribute("aria-disabled");
    allIn.dataset.allIn = most;
    allIn.querySelector("small").textContent = chips(most);
  };

  const showTurn = (tablet, betting) => {
    const player = of(betting, betting.seat);
    const toCall = Math.min(player.stack, Math.max(0, betting.toMatch - player.bet));
    put(tablet, "[data-who-seat]", player.seat);
    put(tablet, "[data-who-name]", player.name);
    put(tablet, "[data-who-call]", chips(toCall));
    put(tablet, "[data-who-stack]", chips(player.stack));
    showStay(tablet, toCall);
    showRaise(tablet, betting.toMatch + 1, player.bet + player.stack);
  };

  const showDone = (tablet) => {
    put(tablet, "[data-who-seat]", "–");
    put(tablet, "[data-who-name]", "All entered");
    put(tablet, "[data-raise-range]", "The next card waits for the network");
  };

  shuffleUp.showAhead = (tablet, betting, waiting) => {
    light(tablet, betting?.seat, waiting);
    if (betting) showTurn(tablet, betting);
    else showDone(tablet);
  };
})();
