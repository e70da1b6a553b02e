// The sheets with a grid of fields: stacks, chips by denomination, results, bags. The keys type into the field
// last touched; what was typed stays until the server has taken it.
import { chips } from "./chips.js";
import { newId } from "./command-id.js";

const MOST_DIGITS = 9;

const body = document.getElementById("happened-body");
const form = () => body.querySelector("[data-grid-form]");
const fields = () => [...form().querySelectorAll("input[data-grid]")];
const number = (field) => Number(field?.value.replace(/\D/g, "")) || 0;
let field = null; // the field that the keys type into
let isFresh = false; // it was just touched: the first digit replaces what stood there

const put = (selector, text) => {
  const place = form().querySelector(selector);
  if (place) place.textContent = text;
};

const sum = (list, worth = () => 1) => list.reduce((all, one) => all + number(one) * worth(one), 0);
const worthOf = (one) => Number(one.dataset.worth ?? 0);

const paintRow = (row) => {
  const total = row.querySelector("[data-grid-total]");
  if (total) total.textContent = chips(sum([...row.querySelectorAll("input[data-worth]")], worthOf));
};

const pot = () => sum([...form().querySelectorAll("input[data-put]")]) + Number(form().dataset.bonus ?? 0);
const given = () => sum(fields().filter((one) => "won" in one.dataset));

const paint = () => {
  if (!form()) return;
  form().querySelectorAll("[data-grid-row]").forEach(paintRow);
  const all = sum(fields(), worthOf);
  put("[data-grid-sum]", chips(all));
  put("[data-grid-pot]", chips(pot()));
  const left = pot() - given();
  put("[data-grid-left]", left < 0 ? `${chips(-left)} too much` : chips(left));
  const held = form().querySelector("[data-grid-held]");
  if (held) {
    const gap = all - Number(held.dataset.gridHeld);
    put("[data-grid-gap]", gap ? `${chips(Math.abs(gap))} ${gap > 0 ? "too many" : "missing"}` : "✓ adds up");
  }
  for (const one of fields()) {
    one.toggleAttribute("data-active", one === field);
    if (!("plain" in one.dataset) && one.value) one.value = chips(number(one));
  }
};

const choose = (one) => {
  isFresh = one !== field || isFresh;
  field = one ?? null;
  if (one && document.activeElement !== one) one.focus({ preventScroll: true });
  paint();
};

const next = () => {
  const list = fields();
  choose(list[(list.indexOf(field) + 1) % list.length]);
};

const type = (digits) => {
  if (!field) choose(fields()[0]);
  if ("plain" in field.dataset) {
    field.value = (field.value + digits).slice(0, field.maxLength);
    return;
  }
  const before = isFresh ? "" : field.value.replace(/\D/g, "");
  field.value = (before + digits).replace(/^0+(?=\d)/, "").slice(0, MOST_DIGITS);
  isFresh = false;
};

const erase = () => {
  const isPlain = "plain" in field.dataset;
  field.value = (isPlain ? field.value : field.value.replace(/\D/g, "")).slice(0, -1);
  isFresh = false;
};

const rowOf = (button) => button.closest("[data-grid-row]");

const rest = (button) => {
  const won = rowOf(button).querySelector("input[data-won]");
  won.value = "";
  won.value = String(Math.max(0, pot() - given()));
  choose(won);
};

const allIn = (button) => {
  const mine = rowOf(button).querySelector("input[data-put]");
  mine.value = button.dataset.gridAll;
  choose(mine);
};

const DOINGS = {
  gridKey: (button) => type(button.dataset.gridKey),
  gridErase: () => field && erase(),
  gridNext: next,
  gridRest: rest,
  gridAll: allIn,
};

body.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const doing = button && Object.keys(DOINGS).find((name) => name in button.dataset);
  if (!doing) return;
  event.stopPropagation();
  refuse("");
  DOINGS[doing](button);
  paint();
});
body.addEventListener("focusin", (event) => {
  if (!event.target.matches("input[data-grid]")) return;
  choose(event.target);
  if (isFresh) event.target.select(); // what is typed on a keyboard replaces it too
});
body.addEventListener("input", () => {
  isFresh = false;
  paint();
});
body.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input[data-grid]")) return;
  event.preventDefault();
  next();
});

const refuse = (words) => put("[data-grid-refusal]", words);

// The server's sentence, with its clause to tap on.
const showRefusal = (text) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  const said = page.querySelector("[data-refusal] p, #refused p, .refused p");
  if (!said) return refuse("Not saved. Check it again.");
  const parts = [...said.childNodes].map((part) => document.importNode(part, true));
  return form().querySelector("[data-grid-refusal]").replaceChildren(...parts);
};

// The same id until it is answered: a second press of the same form is the same command.
const send = async (sent, button) => {
  const tablet = document.getElementById("tablet");
  const token = document.querySelector("#token [name=csrfmiddlewaretoken]")?.value ?? "";
  const data = new FormData(sent, button);
  for (const one of fields()) if (!("plain" in one.dataset) && one.value) data.set(one.name, number(one));
  sent.dataset.id ||= newId();
  data.set("command_id", sent.dataset.id);
  data.set("version", tablet.dataset.version);
  const answer = await fetch(sent.action, {
    method: "POST",
    body: new URLSearchParams(data),
    headers: { "X-CSRFToken": token },
  });
  const text = await answer.text();
  delete sent.dataset.id;
  if (!answer.ok) return showRefusal(text);
  body.closest("dialog").close();
  body.replaceChildren();
  htmx.swap({ target: "#tablet", swap: "outerMorph", text, sourceElement: tablet, transition: false });
  return undefined;
};

body.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-grid-form]")) return;
  event.preventDefault();
  refuse("");
  send(event.target, event.submitter).catch(() => refuse("The server is not answering. What you typed is still here: try again."));
});

document.addEventListener("htmx:after:swap", () => {
  if (!form() || form().seen) return;
  form().seen = true;
  choose(fields()[0]);
});
