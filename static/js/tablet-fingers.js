// Which taps are meant. A finger that bounces taps twice, and another key may come to lie under a finger that
// has just tapped: for a moment that one place takes no tap, while all others do.
const BOUNCE = 180; // milliseconds until the same key may be meant again
const STRANGER = 350; // and until a key that has just come to lie there may be

const page = document.querySelector(".tablet-page");
const guard = Object.assign(document.createElement("div"), { className: "finger-guard", hidden: true });
let timer = 0;

// What a key is to a dealer's hand: what stays in is one key, whatever it is called.
export const keyOf = (button) => {
  if ("stay" in button.dataset) return "stay";
  const { command, before } = button.dataset;
  const name = button.id.replace(/^do-/, "") || command || button.textContent;
  return before && !("confirmed" in button.dataset) ? `${name} first` : name;
};

const below = (x, y) =>
  document.elementsFromPoint(x, y).find((element) => element.matches("button"));

const lift = () => {
  guard.hidden = true;
  page.removeAttribute("data-settling");
};

const liftSoon = (key, x, y) => {
  const now = below(x, y);
  if (!now || keyOf(now) === key) lift();
  else timer = setTimeout(lift, STRANGER - BOUNCE);
};

// A tap that has done something, and where the finger is.
export const noteTap = (key, { clientX: x, clientY: y }) => {
  if (x === undefined) return; // it was a key of the keyboard
  clearTimeout(timer);
  Object.assign(guard.style, { left: `${x}px`, top: `${y}px` });
  guard.hidden = false;
  page.toggleAttribute("data-settling", true);
  timer = setTimeout(() => liftSoon(key, x, y), BOUNCE);
};

export const isGuard = (element) => element === guard;

page.append(guard);
