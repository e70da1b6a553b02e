// An announcement stands for its time, counted here from the moment it came; then it goes by itself.
const heard = new Set(); // announcements whose sound was played, or that were here before us
const away = new Set(); // what a dealer has read and put away
let isFirst = true;

const look = () => {
  for (const item of document.querySelectorAll("#word .word-item")) {
    if (item.dataset.counted === item.dataset.left) continue;
    item.dataset.counted = item.dataset.left;
    clearTimeout(item.timer);
    item.hidden = away.has(item.id);
    item.timer = setTimeout(() => (item.hidden = true), Number(item.dataset.left) * 1000);
    if (!heard.has(item.id) && !isFirst && item.dataset.sound) {
      document.dispatchEvent(new CustomEvent("word:sound", { detail: item.dataset.sound }));
    }
    heard.add(item.id);
  }
  const word = document.getElementById("word");
  if (Number(word?.dataset.version) > 0 || word?.dataset.shows) isFirst = false;
};

document.addEventListener("click", (event) => {
  const item = event.target.closest?.(".word-close")?.closest(".word-item");
  if (!item) return;
  away.add(item.id);
  item.hidden = true;
});
document.addEventListener("htmx:after:swap", look);
look();
