// Prints each new state sheet by itself, while the box is ticked and this page is open.
const LOOK_EVERY = 10000;
const box = document.querySelector("[data-print-each]");
const kept = `print-each:${location.pathname}`;

async function look() {
  if (!box.checked) return;
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const newest = page.querySelector("[data-print-each]")?.dataset.printEach;
  if (newest && newest !== box.dataset.printEach) {
    sessionStorage.setItem(kept, "print");
    location.assign(location.pathname);
  }
}

if (box) {
  const state = sessionStorage.getItem(kept);
  box.checked = Boolean(state);
  if (state === "print") {
    sessionStorage.setItem(kept, "on");
    window.addEventListener("load", () => window.print());
  }
  box.addEventListener("change", () => {
    if (box.checked) sessionStorage.setItem(kept, "on");
    else sessionStorage.removeItem(kept);
  });
  setInterval(() => look().catch(() => {}), LOOK_EVERY);
}
