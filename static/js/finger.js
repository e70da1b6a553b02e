// A button that comes under the finger of the tap before waits a moment: the second tap of a double
// tap, or an impatient one, was meant for what lay there before. A new page is met the same way.
const WAITS = 600; // milliseconds
const LATELY = 4000;
const KEY = "last-tap";
const CHANGES = new Set(["version", "command_id", "csrfmiddlewaretoken"]);

let tap = JSON.parse(sessionStorage.getItem(KEY) ?? "null"); // where, when, and what was meant
let fresh = null; // the button that waits, and what it means

// What a press of it would do: its words, and all that its form sends but what changes every time.
const meaning = (button) => {
  const hidden = [...(button.form?.querySelectorAll("input[type=hidden]") ?? [])];
  const fields = hidden.filter(({ name }) => !CHANGES.has(name)).map(({ name, value }) => `${name}=${value}`);
  return [button.textContent.trim(), button.form?.getAttribute("action"), button.value, ...fields].join(" ");
};

// Enter presses a button in its middle.
const place = ({ detail, clientX, clientY }, button) => {
  if (detail) return { x: clientX, y: clientY };
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

const release = () => {
  fresh?.button.removeAttribute("data-fresh");
};

const look = () => {
  if (!tap || Date.now() - tap.at > LATELY) return;
  const button = document.elementsFromPoint(tap.x, tap.y).map((one) => one.closest("button")).find(Boolean);
  if (!button) return;
  const means = meaning(button);
  if (means === tap.means || (fresh && means === fresh.means && fresh.until < Date.now())) return;
  if (fresh?.means !== means) {
    release();
    fresh = { button, means, until: Date.now() + WAITS };
    setTimeout(release, WAITS);
  }
  fresh.button = button;
  if (!button.hasAttribute("data-fresh")) button.setAttribute("data-fresh", "");
};

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    // Who works by keyboard goes from page to page; only what is drawn anew in place is guarded.
    if (!event.detail && !button.form?.hasAttribute("hx-post")) return;
    if (button.hasAttribute("data-fresh")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    tap = { ...place(event, button), at: Date.now(), means: meaning(button) };
    fresh = null;
    sessionStorage.setItem(KEY, JSON.stringify(tap));
  },
  true,
);

new MutationObserver(look).observe(document.body, {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["open", "class", "value", "inert"],
});
look();
