// Find by name: a list shortens while someone types. "/" goes to the field.
const plain = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

const find = (field) => {
  const wanted = plain(field.value.trim()).split(/\s+/);
  const rows = document.querySelectorAll(field.dataset.find);
  let count = 0;
  for (const row of rows) {
    const words = plain(`${row.textContent} ${row.dataset.words ?? ""}`);
    const fits = wanted.every((word) => words.includes(word));
    row.toggleAttribute("hidden", !fits);
    if (fits) count += 1;
  }
  const empty = field.dataset.findEmpty && document.querySelector(field.dataset.findEmpty);
  if (empty) empty.toggleAttribute("hidden", count > 0);
  const told = field.dataset.findCount && document.querySelector(field.dataset.findCount);
  if (told) told.textContent = `${count} of ${rows.length}`;
  if (field.dataset.findParts) fold(field);
};

// A folded part is open while something is looked for that it holds, and away if it holds nothing.
const fold = (field) => {
  for (const part of document.querySelectorAll(field.dataset.findParts)) {
    const found = [...part.querySelectorAll(field.dataset.find)].some((row) => !row.hidden);
    part.hidden = !found;
    part.open = found && Boolean(field.value.trim());
  }
};

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-find]")) find(event.target);
});
document.addEventListener("htmx:after:swap", () => {
  for (const field of document.querySelectorAll("[data-find]")) if (field.value) find(field);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || document.getElementById("command-bar") || event.target.matches?.("input, textarea, select")) return;
  const field = document.querySelector("[data-find]");
  if (!field) return;
  event.preventDefault();
  field.focus();
});
