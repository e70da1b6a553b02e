// A call for the floor rings on the console: a sound, a sign, and the page's title, until it is answered.
const AGAIN = 20_000; // an unanswered call is heard again after this
const plain = document.title;
const calls = () => [...document.querySelectorAll(".queue-item[data-call]")];
let heard = new Set();
let timer = 0;

const ring = () => {
  document.dispatchEvent(new CustomEvent("word:sound", { detail: "ring" }));
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  clearInterval(timer);
  timer = setInterval(ring, AGAIN);
};

const look = () => {
  const open = calls();
  const first = open[0]?.querySelector(".queue-text").textContent ?? "";
  const title = open.length ? `(${open.length}) ${first}` : plain;
  if (document.title !== title) document.title = title;
  document.body.toggleAttribute("data-ringing", open.length > 0);
  if (open.some((one) => !heard.has(one.dataset.call))) ring();
  heard = new Set(open.map((one) => one.dataset.call));
  if (!open.length) clearInterval(timer);
};

document.addEventListener("htmx:after:swap", look);
look();
