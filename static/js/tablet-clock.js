// Where the clock has come to while the tablet is alone: from level to level, and through the breaks between.
const STOPPED = "Clock paused: the next hand waits for the network.";
const LEVEL_OVER = "The level is over: the next hand waits for the network.";
const WAITS = "The next hand waits for the network.";
const BREAK = "Break";

// What was told of the rows from this one on; nothing where it is of another evening's hour.
const toldFrom = (row, coming) => {
  const { level, rows = [], ...here } = coming ?? {};
  if (row === level) return { rows, isBreak: here.is_break, overAt: here.over_at };
  const at = rows.findIndex((one) => one.row === row);
  return { rows: at < 0 ? [] : rows.slice(at + 1), isBreak: rows[at]?.is_break };
};

const overWords = (stops) => (stops ? `${stops} ${WAITS}` : LEVEL_OVER);

const breakWords = ({ blinds_text: blinds }) => `The next hand is dealt after it${blinds ? `, at ${blinds}` : ""}.`;

// The row by now, when it ends, and why no hand is dealt in it: from the row, end and word that the server last
// showed, what it told of the hands to come, and its time.
export const clockNow = ({ row, ends, word }, coming, time) => {
  const isPast = (moment) => Boolean(moment) && time >= moment;
  const { rows, isBreak, overAt } = toldFrom(row, coming);
  if (word && !(word === BREAK && isBreak)) return { row, why: STOPPED };
  let now = { row, is_break: isBreak, ends_at: overAt ?? ends };
  for (const next of rows) {
    if (!isPast(now.ends_at)) break;
    now = next;
  }
  const isKnown = rows.length === 0 || now === rows.at(-1);
  if (isPast(now.ends_at)) return { ...now, why: overWords(isKnown && coming?.stops), isOver: true };
  return now.is_break ? { ...now, why: `It is a break. ${breakWords(now)}`, after: breakWords(now) } : { ...now, why: "" };
};

// The level of a hand that is dealt by this clock, whether the server hears of it soon or late; null where only it can tell.
export const levelOf = ({ row, is_break: isBreak, isOver }) => (isBreak || isOver ? null : row);
