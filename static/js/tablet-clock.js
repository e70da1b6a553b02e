// Where the clock has come to while the tablet is alone: from level to level, and through the breaks between.
(() => {
  const shuffleUp = (window.shuffleUp ??= {});
  const STOPPED = "The clock stands: the next hand waits for the network.";
  const LEVEL_OVER = "The level is over, and what comes now only the server knows: the next hand waits for the network.";
  const WAITS = "The next hand waits for the network.";
  const BREAK = "Break";

  const timeOf = (tablet) => tablet.querySelector(".tablet-time time");
  const wordOf = (tablet) => tablet.querySelector(".tablet-time small")?.textContent ?? "";
  const isPast = (moment) => Boolean(moment) && shuffleUp.serverNow() >= moment;

  // What the server's picture says, whatever has been painted on it since.
  const pageOf = (tablet) => {
    const { level, pageEnds = timeOf(tablet)?.dataset.endsAt, pageWord = wordOf(tablet) } = tablet.dataset;
    return { row: Number.parseInt(level, 10), ends: Number(pageEnds), word: pageWord };
  };

  // What was told of the rows from this one on; nothing where it is of another evening's hour.
  const toldFrom = (row) => {
    const { level, rows = [], ...here } = shuffleUp.coming() ?? {};
    if (row === level) return { rows, isBreak: here.is_break, overAt: here.over_at };
    const at = rows.findIndex((one) => one.row === row);
    return { rows: at < 0 ? [] : rows.slice(at + 1), isBreak: rows[at]?.is_break };
  };

  const overWords = (isKnown) => {
    const stops = isKnown && shuffleUp.coming()?.stops;
    return stops ? `${stops} ${WAITS}` : LEVEL_OVER;
  };

  const breakWords = ({ blinds_text: blinds }) => `The next hand is dealt after it${blinds ? `, at ${blinds}` : ""}.`;

  // The row by now, when it ends, and why no hand is dealt in it.
  const clockNow = (shuffleUp.clockNow = (tablet) => {
    const { row, ends, word } = pageOf(tablet);
    const { rows, isBreak, overAt } = toldFrom(row);
    if (word && !(word === BREAK && isBreak)) return { row, why: STOPPED };
    let now = { row, is_break: isBreak, ends_at: overAt ?? ends };
    for (const next of rows) {
      if (!isPast(now.ends_at)) break;
      now = next;
    }
    if (isPast(now.ends_at)) return { ...now, why: overWords(rows.length === 0 || now === rows.at(-1)), isOver: true };
    return now.is_break ? { ...now, why: `It is a break. ${breakWords(now)}`, after: breakWords(now) } : { ...now, why: "" };
  });

  shuffleUp.whyClockWaits = (tablet) => clockNow(tablet).why;

  // The level of a hand that is dealt now, whether the server hears of it soon or late; null where only it can tell.
  shuffleUp.levelNow = (tablet) => {
    const { row, is_break: isBreak, isOver } = clockNow(tablet);
    return isBreak || isOver ? null : row;
  };

  // Whether the clock has gone on past what the server last showed.
  shuffleUp.isClockAhead = (tablet) => clockNow(tablet).row !== pageOf(tablet).row;

  const worded = ([tag, textContent]) => Object.assign(document.createElement(tag), { textContent });

  // A row that has begun here is shown as the server would show it.
  shuffleUp.showClock = (tablet) => {
    const now = clockNow(tablet);
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
    if (isBreak) time.before(worded(["small", BREAK]));
  };
})();
