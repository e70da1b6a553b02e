// A signature is drawn with a finger, a pen or the mouse, and sent as the path of its line.
const FINEST = 3; // units of the pad: nearer points add nothing

const point = (pad, event) => {
  const box = pad.getBoundingClientRect();
  const x = Math.round(((event.clientX - box.left) / box.width) * 600);
  const y = Math.round(((event.clientY - box.top) / box.height) * 160);
  return [Math.min(600, Math.max(0, x)), Math.min(160, Math.max(0, y))];
};

const set = (pad, text) => {
  pad.querySelector("path").setAttribute("d", text);
  pad.closest("form").querySelector("[data-pad-value]").value = text;
};

const begin = (pad, event) => {
  event.preventDefault();
  pad.setPointerCapture(event.pointerId);
  let last = point(pad, event);
  let text = `${pad.querySelector("path").getAttribute("d")}M${last.join(" ")}`;
  const draw = (moved) => {
    const next = point(pad, moved);
    if (Math.abs(next[0] - last[0]) + Math.abs(next[1] - last[1]) < FINEST) return;
    last = next;
    text += `L${next.join(" ")}`;
    set(pad, text);
  };
  const end = () => {
    pad.removeEventListener("pointermove", draw);
    pad.removeEventListener("pointerup", end);
    pad.removeEventListener("pointercancel", end);
  };
  pad.addEventListener("pointermove", draw);
  pad.addEventListener("pointerup", end);
  pad.addEventListener("pointercancel", end);
};

document.addEventListener("pointerdown", (event) => {
  const pad = event.target.closest?.("[data-pad]");
  if (pad) begin(pad, event);
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-pad-clear]")) return;
  set(event.target.closest("form").querySelector("[data-pad]"), "");
});
