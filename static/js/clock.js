// Countdowns and the wall clock, counted by the screen itself from the server's time.
import { learn, serverNow } from "./server-time.js";

const two = (number) => String(number).padStart(2, "0");

const written = (seconds) => {
  const left = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(left / 60);
  if (left < 3600) return `${two(minutes)}:${two(left % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(left % 60)}`;
};

// What lies beyond this level (the next break) ends as much later as it was longer.
const beyond = ({ left, levelLeft }) => (levelLeft ? (left - levelLeft) * 1000 : 0);

const secondsLeft = (place) => {
  const end = Number(place.dataset.endsAt);
  if (end) return (end + beyond(place.dataset) - serverNow()) / 1000;
  return place.dataset.left ? Number(place.dataset.left) : NaN;
};

const show = (place, text) => {
  if (place.textContent !== text) place.textContent = text;
};

// Counted past a mark just now, not woken or set beyond it.
const MARKS = [60, 10];
const mark = (place, left) => {
  const before = place.left;
  place.left = place.dataset.endsAt ? left : NaN;
  for (const at of MARKS) {
    if (before > at && left <= at && before - left < 2) {
      place.dispatchEvent(new CustomEvent("clock:mark", { bubbles: true, detail: at }));
    }
  }
};

const count = (place) => {
  const stamp = Number(place.dataset.serverNow);
  if (stamp && place.stamp !== stamp) {
    place.stamp = stamp;
    learn(stamp);
  }
  const left = secondsLeft(place);
  if (!Number.isFinite(left)) return;
  show(place, written(left));
  mark(place, left);
  place.toggleAttribute("data-hours", left > 3599);
  place.toggleAttribute("data-ending", Boolean(place.dataset.endsAt) && left <= 60);
  place.toggleAttribute("data-over", Boolean(place.dataset.endsAt) && left <= 0);
  place.toggleAttribute("data-last", Boolean(place.dataset.endsAt) && left > 0 && left <= 10);
};

// The hall's time, whatever the screen's own zone is set to.
const wall = (place) => {
  const hour12 = document.documentElement.dataset.hours === "12";
  const style = { hour: hour12 ? "numeric" : "2-digit", minute: "2-digit", hour12 };
  if (place.dataset.zone) style.timeZone = place.dataset.zone;
  show(place, new Date(serverNow()).toLocaleTimeString(hour12 ? "en-US" : "en-GB", style));
};

const refresh = () => {
  document.querySelectorAll("[data-countdown]").forEach(count);
  document.querySelectorAll("[data-wall-clock]").forEach(wall);
};

let timer = 0;
const tick = () => {
  clearTimeout(timer);
  refresh();
  timer = setTimeout(tick, 100);
};

document.addEventListener("htmx:after:swap", refresh);
document.addEventListener("visibilitychange", tick);
tick();
