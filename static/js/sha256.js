// SHA-256 (FIPS 180-4) for pages opened over plain http, where the browser keeps its own from us.
// The constants are the fractions of the square and cube roots of the first primes.
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}
const bits = (root) => ((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => bits(Math.cbrt(prime)));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

// The message, a one bit, zeros, and its length in bits: whole blocks of 64 bytes.
const padded = (bytes) => {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks.length - 4, bytes.length << 3);
  return view;
};

const spread = (view, from) => {
  const words = Array.from({ length: 16 }, (_, n) => view.getInt32(from + 4 * n));
  for (let n = 16; n < 64; n += 1) {
    const [two, fifteen] = [words[n - 2], words[n - 15]];
    const small = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
    const large = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    words.push((words[n - 16] + small + words[n - 7] + large) | 0);
  }
  return words;
};

const mix = (state, words) => {
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const large = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + large + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
    const small = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const other = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]) | 0);
};

export const sha256 = (bytes) => {
  const view = padded(bytes);
  let state = START;
  for (let from = 0; from < view.byteLength; from += 64) state = mix(state, spread(view, from));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => hash.setInt32(4 * n, word));
  return new Uint8Array(hash.buffer);
};
