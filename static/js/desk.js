// The desk without a mouse: what was found is ready for the next key.
(() => {
  const card = document.querySelector("[data-found]");
  if (!card) return;
  const form = card.querySelector("form.desk-card");
  const isFirst = form && form === card.firstElementChild;
  if (!isFirst) return;
  const fields = [...form.querySelectorAll("input:not([type=hidden]), select")];
  const wrong = form.querySelector("[aria-invalid=true]");
  const empty = fields.find((field) => !field.value && field.type !== "checkbox");
  const unticked = fields.find((field) => field.type === "checkbox" && !field.checked);
  (wrong ?? empty ?? unticked ?? form.querySelector("[data-focus]"))?.focus();
})();
