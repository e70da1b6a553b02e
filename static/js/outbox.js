// Commands leave in the order they were tapped, each under one id for ever, so that sending again is
// harmless. What cannot be sent waits in this browser's storage and survives a reload.
import { newId } from "./command-id.js";

const FIRST_RETRY = 1000;
const LAST_RETRY = 4000;
const PATIENCE = 8000; // an answer that takes longer counts as none
const MAYBE = "You discarded this. The server may have recorded it anyway.";
const SLOW = 1200; // after this the dealer may go on without the answer

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage may be full or forbidden: the queue then lives as long as the page
  }
};

// A page that cannot be painted must not keep what was tapped from being sent.
const safely = (paint) => () => {
  try {
    paint();
  } catch (error) {
    console.error(error);
  }
};

export class Outbox {
  #key;
  #retry = FIRST_RETRY;
  #timer = 0;

  // `answered(command, answer)` shows an answer; `changed()` repaints the signs.
  constructor(url, { token, answered, changed }) {
    Object.assign(this, { url, token, answered, changed: safely(changed) });
    this.#key = `outbox:${url}`;
    const kept = read(this.#key);
    this.waiting = kept.waiting ?? [];
    this.unsent = kept.unsent ?? null; // {why, words: [...]}, until the dealer has read it
    this.sending = false;
    this.slow = false;
    this.offline = false;
    this.catching = this.waiting.length > 0; // it was away, and what waited is sent now
    this.trouble = ""; // whose: the network's or the server's
    addEventListener("online", () => this.sendNow());
    document.addEventListener("htmx:after:ws:connection", () => this.sendNow());
  }

  // What was entered without the server's answer is on its way, or waits for it.
  get behind() {
    return this.waiting.length > 0 && (this.slow || this.offline || this.catching);
  }

  add(command) {
    const follows = this.waiting.length > 0;
    this.waiting.push({ ...command, id: newId(), tried: 0, follows });
    this.#keep();
    this.send();
  }

  // Only what never left can be taken back here; the rest the server may already have.
  takeBackLast() {
    const last = this.waiting.at(-1);
    if (!last || last.tried) return null;
    this.waiting.pop();
    this.#keep();
    return last;
  }

  // The dealer gives the last one up although it may have arrived: he is told to look at the table.
  giveUpLast() {
    const last = this.takeBackLast() ?? this.waiting.pop();
    if (last?.tried) this.unsent = { why: MAYBE, words: [last.words] };
    this.#keep();
  }

  sendNow() {
    this.#retry = FIRST_RETRY;
    this.send();
  }

  understood() {
    this.unsent = null;
    this.#keep();
  }

  async send() {
    clearTimeout(this.#timer);
    if (this.sending || !this.waiting.length) return;
    this.sending = true;
    const slow = setTimeout(() => this.#isSlow(), SLOW);
    const command = this.waiting[0];
    command.tried += 1;
    this.#keep();
    const answer = await this.#post(command);
    clearTimeout(slow);
    this.sending = false;
    this.slow = false;
    if (answer) this.#settle(command, answer);
    else this.#wait();
  }

  async #post(command) {
    const body = new URLSearchParams(command.fields);
    body.set("command_id", command.id);
    body.set("version", command.version);
    if (command.tried > 1) this.#nameTheTime(body, command);
    try {
      const response = await fetch(this.url, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": this.token, "HX-Request": "true" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      this.trouble = "Server problem";
      if (response.status >= 500) return null;
      return { status: response.status, ok: response.ok, text: await response.text() };
    } catch {
      this.trouble = "Offline";
      return null;
    }
  }

  // A hand that is heard of late was dealt at that level, with those on penalty.
  #nameTheTime(body, { level, dead }) {
    if (Number.isInteger(level)) body.set("level", level);
    if (dead !== undefined) body.set("in_minutes", dead);
  }

  #isSlow() {
    this.slow = this.catching = true;
    this.changed();
  }

  #wait() {
    this.offline = this.catching = true;
    this.#timer = setTimeout(() => this.send(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
    this.#keep();
  }

  #settle(command, answer) {
    this.offline = false;
    this.#retry = FIRST_RETRY;
    if (this.waiting[0] === command) this.waiting.shift();
    this.catching = this.waiting.length > 0;
    const shown = this.answered(command, answer);
    if (shown.accepted) this.#hand(shown.version);
    else this.#giveUpRest(command, shown.why);
    this.#keep();
    this.send();
  }

  // A command tapped on top of one still waiting builds on the picture that one leads to, or on a newer one.
  #hand(version) {
    const next = this.waiting[0];
    if (next?.follows) next.version = Math.max(version, Number(next.version));
  }

  #giveUpRest(command, why) {
    if (!this.waiting.length && !this.#cameLate(command)) return;
    const words = [command, ...this.waiting].map((one) => one.words);
    this.unsent = { why, words };
    this.waiting = [];
  }

  #cameLate(command) {
    return command.tried > 1;
  }

  #keep() {
    write(this.#key, { waiting: this.waiting, unsent: this.unsent });
    this.changed();
  }
}
