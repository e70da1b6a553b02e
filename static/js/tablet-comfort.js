// What makes a tablet pleasant for its dealer: the hand he uses, the size of print, a screen that stays
// awake; and an honest word where the browser gives less without HTTPS.
const root = document.documentElement;
const USUAL = { theme: "hall", deck: root.dataset.deck };

const stored = (name) => {
  try {
    return localStorage.getItem(`tablet:${name}`) || "";
  } catch {
    return "";
  }
};

const store = (name, value) => {
  try {
    localStorage.setItem(`tablet:${name}`, value);
  } catch {
    // it holds for this page only
  }
};

const apply = (name, value) => {
  const set = value || USUAL[name];
  if (set) root.dataset[name] = set;
  else delete root.dataset[name];
  for (const button of document.querySelectorAll(`[data-comfort="${name}"]`)) {
    button.setAttribute("aria-pressed", String(button.dataset.value === value));
  }
};

for (const name of ["hand", "print", "deck", "theme", "cards"]) apply(name, stored(name));

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-comfort]");
  if (!button) return;
  const value = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.value;
  store(button.dataset.comfort, value);
  apply(button.dataset.comfort, value);
  document.dispatchEvent(new Event("tablet:comfort"));
});

let lock = null;
let lockWords = "";

const stayAwake = async () => {
  if (!navigator.wakeLock || document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lockWords = "The screen stays awake.";
  } catch {
    lockWords = "The browser lets the screen sleep, perhaps to save battery.";
  }
  tell();
};

const facts = () => {
  if (isSecureContext) {
    return [
      lockWords || "The screen stays awake after the first tap.",
      "If reloaded without a network, this page waits and reconnects.",
    ];
  }
  return [
    "Without HTTPS this browser does not keep the screen awake: set the tablet's screen to stay on.",
    "Without HTTPS this page cannot be installed as an app.",
    "Without HTTPS, don't reload while the network is down: the page can't load until it is back.",
  ];
};

const tell = () => {
  const list = document.querySelector("[data-comfort-facts]");
  list?.replaceChildren(
    ...facts().map((words) => {
      const item = document.createElement("li");
      item.textContent = words;
      return item;
    }),
  );
  document.body.toggleAttribute("data-hints", !isSecureContext);
};

if (isSecureContext) navigator.serviceWorker?.register("/service-worker.js");
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("pointerdown", stayAwake);
stayAwake();
tell();
