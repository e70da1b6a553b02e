// A paired screen shows what the console says: it asks what, and for how long, and changes the
// picture without a new page, so that nothing flashes on the wall.
const ASK_EVERY = 20_000;
const TRY_AGAIN = 4_000;
let timer = 0;
let told = "";

const later = (wait) => {
  clearTimeout(timer);
  timer = setTimeout(ask, Math.min(wait, ASK_EVERY));
};

const show = async (place, isStage) => {
  if (!isStage) {
    location.assign(place);
    return;
  }
  await htmx.ajax("GET", place, { target: "#stage", select: "#stage", swap: "outerHTML" });
  history.replaceState(null, "", place);
};

const ask = async () => {
  try {
    const here = document.querySelector("[data-here]").dataset.here;
    const address = `${here}?at=${encodeURIComponent(location.pathname)}`;
    const answer = await fetch(address, { cache: "no-store" });
    const place = answer.headers.get("X-Place");
    const isStage = answer.headers.has("X-Stage");
    if (place && place !== location.pathname) await show(place, isStage);
    const seconds = Number(answer.headers.get("X-Place-For"));
    later(seconds ? seconds * 1000 + 50 : ASK_EVERY);
  } catch {
    later(TRY_AGAIN); // no network: live.js says so on the screen
  }
};

// The console said something, perhaps while this page was on its way: ask at once.
document.addEventListener("htmx:after:swap", () => {
  const shows = document.getElementById("word")?.dataset.shows;
  if (!shows || shows === told) return;
  told = shows;
  later(0);
});
ask();
