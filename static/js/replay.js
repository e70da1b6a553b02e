// Arrow keys step on and back; the step that is shown is in sight.
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey) return;
  const way = { ArrowRight: "[data-on]", ArrowLeft: "[data-back]" }[event.key];
  const link = way && document.querySelector(way);
  if (link) location.replace(link.href);
});
document.querySelector(".replay-steps [aria-current]")?.scrollIntoView({ block: "nearest" });
