// The demo's windows: each page in the size of its own screen, drawn as small as its place is.

function fit(glass) {
  const page = glass.firstElementChild;
  glass.style.setProperty("--scale", glass.clientWidth / page.offsetWidth);
}

const watch = new ResizeObserver((seen) => seen.forEach((each) => fit(each.target)));
for (const glass of document.querySelectorAll(".demo-glass")) {
  fit(glass);
  watch.observe(glass);
}

// An event that is still being set up: look again in a moment.
if (document.querySelector("[data-being-made]")) {
  setTimeout(() => location.reload(), 3000);
}
