// The reader's choice of light or dark, kept in this browser; applied before the first paint.
(() => {
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem("theme") || "";
    } catch {
      return ""; // storage may be forbidden: the system's preference then
    }
  };
  const apply = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-set-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme));
    }
  };
  const choose = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // it holds for this page only
    }
    apply(theme);
  };
  apply(stored());
  document.addEventListener("DOMContentLoaded", () => apply(stored()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-set-theme]");
    if (button) choose(button.dataset.setTheme);
  });
})();
