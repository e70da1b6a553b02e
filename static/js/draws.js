// The page of draws: each is worked out again here, in the visitor's browser, from what the page published.
import { bytesOf, chanceOf, digest, hex, isSecure, sha256 } from "./chance.js";
import { result } from "./draw-rules.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// What is wrong with a draw; nothing where it holds.
export const faultOf = async (proof) => {
  if (hex(await sha256(bytesOf(proof.secret))) !== proof.commitment) {
    return "The secret is not the one whose hash was published.";
  }
  if ((await digest(proof.list)) !== proof.digest) return "The list is not the one whose hash was published.";
  const key = await chanceOf(proof.secret, proof.list, proof.words);
  const again = await result(JSON.parse(proof.list), key);
  return same(again, proof.result) ? "" : `The list and the secret give another result: ${differs(again, proof.result)}`;
};

const differs = (again, told) => {
  const name = again.places ? "places" : "cards";
  const mine = again[name] ?? [];
  const theirs = told[name] ?? [];
  const at = mine.findIndex((row, n) => !same(row, theirs[n]));
  if (at < 0) return "it has other people in it.";
  const words = ([, ...what]) => (again.places ? `table ${what[0]}, seat ${what[1]}` : what.flat().join(" "));
  const other = theirs.find(([number]) => number === mine[at][0]);
  return `number ${mine[at][0]} drew ${words(mine[at])}, not ${other ? words(other) : "nothing"}.`;
};

// Hashes this browser has seen before, and when: a hash that came after its draw cannot be among them.
const STORE = "draws-seen";
const seenBefore = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
};

const remember = (hashes) => {
  const seen = seenBefore();
  for (const hash of hashes) seen[hash] ??= Date.now();
  try {
    localStorage.setItem(STORE, JSON.stringify(seen));
  } catch {
    // A private window keeps nothing: the draws are checked all the same.
  }
};

const sayWhenSeen = (row, when) => {
  if (!when) return;
  const time = new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  row.querySelector("[data-seen]").textContent = `Seen by this browser ${time}.`;
};

const check = async (article) => {
  const proof = JSON.parse(article.querySelector("script[type='application/json']").textContent);
  const badge = article.querySelector("[data-verdict-of]");
  if (!proof.secret || !badge) return null;
  const fault = await faultOf(proof).catch((trouble) => `It could not be worked out: ${trouble.message}`);
  badge.textContent = fault ? "Does not hold" : "Holds";
  badge.classList.add(fault ? "badge--stop" : "badge--good");
  const why = article.querySelector("[data-why]");
  why.textContent = fault;
  why.hidden = !fault;
  return !fault;
};

const verdict = (held) => {
  const failed = held.filter((one) => !one).length;
  if (!held.length) return "There is no draw to check yet.";
  if (failed) return `${failed} of ${held.length} draws do not hold. Show this page to the director or the inspector.`;
  return held.length === 1 ? "The draw holds, worked out in this browser." : `All ${held.length} draws hold, worked out in this browser.`;
};

const checkAll = async (articles) => {
  const said = document.querySelector("[data-verdict]");
  said.textContent = "Working the draws out …";
  const held = [];
  for (const article of articles) held.push(await check(article));
  const made = held.filter((one) => one !== null);
  said.textContent = verdict(made);
  said.dataset.verdict = made.every(Boolean) ? "holds" : "fails";
};

const find = (field) => {
  const typed = field.value.trim().toLowerCase().replaceAll(/\s/g, "");
  const rows = [...document.querySelectorAll("[data-draw], [data-hash]")];
  const hashOf = (row) => (row.dataset.hash === undefined ? row.querySelector(".draw-facts code").textContent : row.textContent);
  const found = typed.length < 6 ? undefined : rows.find((row) => hashOf(row).startsWith(typed));
  const said = document.querySelector("[data-noted-said]");
  said.textContent = "Type its beginning to find its draw.";
  if (typed.length < 6) return;
  const title = found?.querySelector("h2")?.textContent;
  if (!found) said.textContent = "No draw here has this hash.";
  else said.textContent = title ? `It is the hash of: ${title}.` : "It is the hash of a draw to come.";
};

const articles = [...document.querySelectorAll("[data-draw]")];
if (document.querySelector("[data-verdict]")) {
  document.querySelector("[data-insecure]").hidden = isSecure;
  const rows = [...document.querySelectorAll(".draw-facts > div")].filter((row) => row.querySelector("[data-seen]"));
  const seen = seenBefore();
  for (const row of rows) sayWhenSeen(row, seen[row.querySelector("code").textContent]);
  remember(rows.map((row) => row.querySelector("code").textContent));
  document.querySelector("[data-noted]").addEventListener("input", (event) => find(event.target));
  await checkAll(articles);
}
