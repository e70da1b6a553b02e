// Live pushes: never go back to an older picture, never wipe what someone types, and say so
// when the picture may be old.
const say = (state, words) => {
  document.body.dataset.live = state;
  for (const place of document.querySelectorAll("[data-live-status]")) {
    if (place.textContent !== words) place.textContent = words;
  }
};

// The hall's time, whatever the screen's own zone is set to.
const time = () => {
  const hour12 = document.documentElement.dataset.hours === "12";
  const style = { hour: hour12 ? "numeric" : "2-digit", minute: "2-digit", hour12 };
  const zone = document.querySelector("[data-zone]")?.dataset.zone;
  if (zone) style.timeZone = zone;
  return new Date().toLocaleTimeString(hour12 ? "en-US" : "en-GB", style);
};

const lost = new Set(); // addresses of the sockets that are down

const connected = (url) => {
  lost.delete(url);
  if (!lost.size) say("live", "");
};

const disconnected = (url) => {
  const first = !lost.size;
  lost.add(url);
  if (first) say("lost", `No connection since ${time()}. Reconnecting…`);
};

// A server that beats is missed when it falls silent, even if the socket seems open.
const SILENCE = 25_000;
let watch = 0;
const heard = (message) => {
  if (!message?.beat && !watch) return;
  clearTimeout(watch);
  connected("beat");
  watch = setTimeout(() => disconnected("beat"), SILENCE);
};

const isOlder = (message) => {
  const target = message.target && document.querySelector(message.target);
  const shown = Number(target?.dataset.version);
  return Number.isFinite(shown) && Number(message.version) < shown;
};

document.addEventListener("htmx:before:ws:message", (event) => {
  const message = event.detail.message.json;
  heard(message);
  if (message && isOlder(message)) event.preventDefault();
});
document.addEventListener("htmx:after:ws:connection", (event) =>
  connected(event.detail.connection.url),
);
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.reason === "closed") disconnected(event.detail.connection.url);
});
// A pulled cable tells the browser long before the socket notices.
addEventListener("offline", () => disconnected("network"));
addEventListener("online", () => connected("network"));

// A field someone is in keeps its text and its caret through a push.
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("input, textarea, select")) {
    event.target.setAttribute("hx-morph-skip", "");
  }
});
document.addEventListener("focusout", (event) => {
  const field = event.target;
  const options = [...(field.options ?? [])];
  const untouched = options.length
    ? options.every((option) => option.selected === option.defaultSelected)
    : field.value === field.defaultValue;
  if (untouched) field.removeAttribute?.("hx-morph-skip");
});
