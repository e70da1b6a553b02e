// Chance that anybody can check, as engine/chance.py says it: orders from a secret, a list and words.
import { sha256 as inWords } from "./sha256.js";

const utf8 = new TextEncoder();
export const isSecure = Boolean(globalThis.crypto?.subtle);

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// The browser's own where the page is secure, ours where it is not.
export const sha256 = async (bytes) =>
  isSecure ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : inWords(bytes);
export const digest = async (text) => hex(await sha256(utf8.encode(text)));

const joined = (first, second) => {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
};

// HMAC (RFC 2104) with a key of at most one block.
export const hmac = async (key, text) => {
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ byte);
  const inner = await sha256(joined(pad(0x36), utf8.encode(text)));
  return sha256(joined(pad(0x5c), inner));
};

export const chanceOf = async (secret, about, words) => hmac(bytesOf(secret), `${await digest(about)}\n${words}`);

async function* numbers(key, name) {
  for (let block = 0; ; block += 1) {
    const view = new DataView((await hmac(key, `${name}/${block}`)).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

// Fisher and Yates; numbers that would make some places likelier than others are passed over.
export const order = async (key, name, items) => {
  const drawn = numbers(key, name);
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const fair = 2 ** 32 - (2 ** 32 % (last + 1));
    let { value } = await drawn.next();
    while (value >= fair) ({ value } = await drawn.next());
    const other = value % (last + 1);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
};
