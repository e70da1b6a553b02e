// The command bar: "/" opens it, letters find, arrows choose, Enter goes. A table opens beside
// the page one is on.
const bar = () => document.getElementById("command-bar");
const field = () => document.getElementById("command-words");
const rows = () => [...document.querySelectorAll("#command-found .found-row")];
const panel = () => document.getElementById("floor-dialog");

const open = () => {
  if (bar().open) return;
  bar().showModal();
  field().select();
  field().dispatchEvent(new Event("open"));
};

const choose = (step) => {
  const all = rows();
  if (!all.length) return;
  const now = all.findIndex((row) => row.dataset.selected === "true");
  const next = (now + step + all.length) % all.length;
  all.forEach((row, index) => row.dataset.selected = String(index === next));
  all[next].scrollIntoView({ block: "nearest" });
};

const go = () => rows().find((row) => row.dataset.selected === "true")?.querySelector("a, button")?.click();

const show = (url) => {
  bar()?.close();
  if (!panel() || !window.htmx) return false;
  htmx.ajax("GET", url, { target: "#floor-dialog-body", swap: "innerHTML" });
  panel().showModal();
  return true;
};

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && bar() && !event.target.matches?.("input, textarea, select")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
    return;
  }
  if (event.target !== field()) return;
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) choose(steps[event.key]);
  else if (event.key === "Enter") go();
  else return;
  event.preventDefault();
}, true);

document.addEventListener("click", (event) => {
  const target = event.target.closest?.("[data-panel]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (target && plain && show(target.dataset.panel)) event.preventDefault();
  if (event.target.closest?.("[data-open-bar]")) open();
  if (event.target.closest?.("[data-close-panel]")) panel().close();
  if (event.target === panel() || event.target === bar()) event.target.close();
});

// A closed panel lets go of its table's live picture.
document.addEventListener("close", (event) => {
  if (event.target === panel()) document.getElementById("floor-dialog-body").replaceChildren();
}, true);

// What was pressed in the bar is done: the page shows it.
document.addEventListener("submit", (event) => {
  if (event.target.closest?.("#command-found")) bar().close();
});
