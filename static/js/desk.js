// The desk without a mouse: what was surely meant is ready for the next key, anything else leads
// back to the field, and so does a name typed (or a ticket scanned) while no field has the focus.
const field = document.getElementById("find");
const card = document.querySelector("[data-found]");

const next = () => {
  const form = card?.querySelector("form.desk-card");
  if (!form || form !== card.firstElementChild) return card?.querySelector("[autofocus]") ?? field;
  const fields = [...form.querySelectorAll("input:not([type=hidden]), select")];
  const wrong = form.querySelector("[aria-invalid=true]");
  const empty = fields.find((one) => !one.value && one.type !== "checkbox");
  const unticked = fields.find((one) => one.type === "checkbox" && !one.checked);
  return wrong ?? empty ?? unticked ?? form.querySelector("[data-focus]");
};
const first = next();
first?.focus();
if (first === field) field.select();

document.addEventListener("keydown", (event) => {
  const isText = event.key.length === 1 && event.key !== " " && event.key !== "/";
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText || !isPlain || event.target.closest("input, textarea, select, dialog")) return;
  field.select();
});
