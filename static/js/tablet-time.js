// The tablet's clock: the server's picture of it, and where it has come to since.
import { serverNow } from "./server-time.js";
import { clockNow, inMinutes, levelOf } from "./tablet-ahead.js";
import { coming } from "./tablet-coming.js";

const timeOf = (tablet) => tablet.querySelector(".tablet-time time");
const wordOf = (tablet) => tablet.querySelector(".tablet-time small")?.textContent ?? "";

// What the server's picture says, whatever has been painted on it since.
const pageOf = (tablet) => {
  const { level, pageEnds = timeOf(tablet)?.dataset.endsAt, pageWord = wordOf(tablet) } = tablet.dataset;
  return { row: Number.parseInt(level, 10), ends: Number(pageEnds), word: pageWord };
};

export const clockOf = (tablet) => clockNow(pageOf(tablet), coming(), serverNow());

export const levelNow = (tablet) => levelOf(clockOf(tablet));

// Who is dealt dead for minutes of a penalty now.
export const deadNow = () => inMinutes(coming(), serverNow());

// Whether the clock has gone on past what the server last showed.
export const isClockAhead = (tablet) => clockOf(tablet).row !== pageOf(tablet).row;

const worded = ([tag, textContent]) => Object.assign(document.createElement(tag), { textContent });

// A row that has begun here is shown as the server would show it.
export const showClock = (tablet) => {
  const now = clockOf(tablet);
  const page = pageOf(tablet);
  if (now.row === Number(tablet.dataset.aloneLevel ?? page.row)) return;
  Object.assign(tablet.dataset, { aloneLevel: now.row, pageEnds: page.ends || "", pageWord: page.word });
  const words = [["b", now.blinds_text], ["span", now.ante_text], ["small", now.level_name]];
  tablet.querySelector(".tablet-level").replaceChildren(...words.filter(([, text]) => text).map(worded));
  showTime(tablet, now);
};

const showTime = (tablet, { ends_at: ends, is_break: isBreak }) => {
  const time = timeOf(tablet);
  for (const said of ["left", "ending", "over", "last"]) delete time.dataset[said]; // of the row before
  time.dataset.endsAt = ends ?? "";
  time.textContent = ""; // it counts anew
  tablet.querySelector(".tablet-time small")?.remove();
  if (isBreak) time.before(worded(["small", "Break"]));
};
