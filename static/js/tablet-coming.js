// The hands to come, fetched while there is a network and kept in this browser.
let known = "";
let told = null;

const store = (url, value) => {
  try {
    if (value) localStorage.setItem(`to-come:${url}`, JSON.stringify(value));
    else return JSON.parse(localStorage.getItem(`to-come:${url}`));
  } catch {
    // it holds as long as this page
  }
  return null;
};

const textOf = (element) => element.textContent;

// What the hands to come follow from: when any of it changes, they are fetched anew.
const dependsOn = (tablet, { number, ended }) => [
  number,
  ended,
  tablet.querySelector(".tablet-time time")?.dataset.endsAt,
  ...[...tablet.querySelectorAll(".tablet-level, .tablet-notice, .seat-name, .is-absent .seat-number")].map(textOf),
  ...[...tablet.querySelectorAll("[data-penalty]")].map((seat) => `${seat.id} ${seat.dataset.penalty}`),
];

export const coming = () => told;

export const lookAhead = async (tablet) => {
  const { ahead, aheadUrl } = tablet.dataset;
  if (!ahead || !aheadUrl) return;
  told ??= store(aheadUrl);
  const key = JSON.stringify(dependsOn(tablet, JSON.parse(ahead)));
  if (key === known) return;
  known = key;
  try {
    const answer = await fetch(aheadUrl, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const heard = await answer.json();
    if (key !== known) return; // asked again meanwhile
    told = heard;
    store(aheadUrl, told);
  } catch {
    if (key === known) known = ""; // asked again with the next picture
  }
};
