// The desk without a mouse: what was found is ready for the next key, and a name typed (or a
// ticket scanned) while no field has the focus goes to the field.
(() => {
  const field = document.getElementById("find");
  const card = document.querySelector("[data-found]");

  const next = () => {
    if (!card) return field;
    const form = card.querySelector("form.desk-card");
    if (!form || form !== card.firstElementChild) return null;
    const fields = [...form.querySelectorAll("input:not([type=hidden]), select")];
    const wrong = form.querySelector("[aria-invalid=true]");
    const empty = fields.find((one) => !one.value && one.type !== "checkbox");
    const unticked = fields.find((one) => one.type === "checkbox" && !one.checked);
    return wrong ?? empty ?? unticked ?? form.querySelector("[data-focus]");
  };
  next()?.focus();

  document.addEventListener("keydown", (event) => {
    const isText = event.key.length === 1 && event.key !== " " && event.key !== "/";
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText || !isPlain || event.target.closest("input, textarea, select, dialog")) return;
    field.select();
  });
})();
