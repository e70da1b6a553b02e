// A screen on the wall: stays awake, hides the pointer, turns its own pages.
// Browsers give a wake lock only over HTTPS (or on this machine itself); elsewhere the
// device's own settings must keep it awake.
const stayAwake = async () => {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // low battery or forbidden: asked again when the page is seen again
  }
};
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// Reloaded while the server is away, the screen waits on a page of its own and comes back.
if (isSecureContext) navigator.serviceWorker?.register("/service-worker.js");

let pointer = 0;
const showPointer = () => {
  document.body.classList.remove("is-still");
  clearTimeout(pointer);
  pointer = setTimeout(() => document.body.classList.add("is-still"), 3000);
};
addEventListener("pointermove", showPointer);
showPointer();

document.addEventListener("keydown", (event) => {
  if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
});

// A long list is set in columns that run on to the right; a page is one width of it.
const pages = (list) => {
  const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
  return { width: list.clientWidth + gap, count: Math.ceil((list.scrollWidth + gap - 1) / (list.clientWidth + gap)) };
};
const tell = (list) => {
  const { width, count } = pages(list);
  const page = Math.round(list.scrollLeft / width) + 1;
  const place = document.querySelector(`[data-pages-of="${list.dataset.pages}"]`);
  const words = count > 1 ? `${page} / ${count}` : "";
  if (place && place.textContent !== words) place.textContent = words;
};
const turn = () => {
  for (const list of document.querySelectorAll("[data-pages]")) {
    const { width, count } = pages(list);
    const page = (Math.round(list.scrollLeft / width) + 1) % count;
    list.scrollLeft = count > 1 ? page * width : 0;
    tell(list);
  }
};
const tellAll = () => document.querySelectorAll("[data-pages]").forEach(tell);
document.addEventListener("htmx:after:swap", tellAll);
addEventListener("resize", tellAll);
tellAll();
setInterval(turn, 10_000);
