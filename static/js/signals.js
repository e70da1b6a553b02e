// Signals of the clock: a sound and a sign at one minute, ten seconds, a new level, a break's end.
// The sounds are made here, out of sine waves; a browser may want one tap before it plays any.
const clock = () => document.getElementById("clock");
let audio = null;

// [frequency, start, length, loudness] of each tone, in hertz and seconds.
const SOUNDS = {
  chime: [[880, 0, 0.9, 0.5], [1318.5, 0.22, 1.3, 0.5]],
  bell: [[660, 0, 2.4, 0.5], [1320, 0, 1.8, 0.3], [1980, 0, 1.1, 0.15], [660, 0.8, 2.4, 0.4]],
  gong: [[110, 0, 3.6, 0.7], [164.8, 0, 3, 0.4], [277.2, 0, 2.2, 0.25], [415.3, 0, 1.4, 0.15]],
  ticks: [[1568, 0, 0.09, 0.4], [1568, 0.3, 0.09, 0.4], [1568, 0.6, 0.09, 0.4]],
};

SOUNDS.ring = [0, 0.5].flatMap((at) => [[1046.5, at, 0.35, 0.5], [1318.5, at + 0.18, 0.45, 0.5]]); // the floor is called

const context = () => {
  audio ??= window.AudioContext ? new AudioContext() : null;
  return audio;
};

const tone = (at, [frequency, start, length, loudness]) => {
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, at + start);
  volume.gain.exponentialRampToValueAtTime(loudness, at + start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + start + length);
  wave.connect(volume).connect(audio.destination);
  wave.start(at + start);
  wave.stop(at + start + length);
};

const play = (sound) => {
  if (!SOUNDS[sound] || context()?.state !== "running") return;
  for (const each of SOUNDS[sound]) tone(audio.currentTime + 0.02, each);
};

// One tap allows it; the sign goes as soon as the browser plays.
const ask = () => {
  const button = document.querySelector("[data-allow-sound]");
  if (!button) return;
  // A screen of the hall plays announcements on every view; elsewhere the clock alone sounds.
  const isHall = "hall" in button.dataset;
  const wanted = isHall || (clock() && !("muted" in clock().dataset));
  button.hidden = !wanted || !context() || audio.state === "running";
};
const allow = async () => {
  await context()?.resume();
  ask();
};

const signal = (moment) => {
  const place = clock();
  if (!place) return;
  document.body.dataset.signal = moment;
  clearTimeout(signal.timer);
  signal.timer = setTimeout(() => delete document.body.dataset.signal, 6000);
  if (!("muted" in place.dataset)) play(place.dataset[`sound${moment}`]);
};

document.addEventListener("word:sound", (event) => play(event.detail));

document.addEventListener("clock:mark", (event) => {
  if (event.target.closest("#clock")) signal(event.detail === 60 ? "Minute" : "Ten");
});

let seen = null;
const look = () => {
  const place = clock();
  if (!place) {
    seen = null; // a screen that shows something else in turn has not followed the clock
    return;
  }
  const { row, phase } = place.dataset;
  if (seen && phase === "play" && seen.phase === "break") signal("Break");
  else if (seen && row !== seen.row && (phase === "play" || phase === "break")) signal("Level");
  seen = { row, phase };
  ask();
};
document.addEventListener("htmx:after:swap", look);

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-allow-sound]")) allow();
  const listen = event.target.closest?.("[data-listen]");
  if (listen) allow().then(() => play(document.getElementById(listen.dataset.listen).value));
});

look();
context()?.addEventListener("statechange", ask);
