// My page: a notification when I must move, where the browser allows one; gone when its link is.
const button = () => document.querySelector("[data-notify]");
const can = () => "Notification" in window && "serviceWorker" in navigator && isSecureContext;
const ask = () => {
  if (button()) button().hidden = !can() || Notification.permission !== "default";
};

// Phones notify through a service worker only; it also keeps a page for when the network is gone.
if (isSecureContext) navigator.serviceWorker?.register("/service-worker.js");
const notify = async (words, tag) => {
  const worker = await navigator.serviceWorker.ready;
  await worker.showNotification("Please move", { body: words, tag });
};

let told = document.getElementById("mine")?.dataset.move ?? "";
const look = () => {
  const mine = document.getElementById("mine");
  if (!mine || mine.dataset.move === told) return;
  told = mine.dataset.move;
  if (!told || "seen" in mine.dataset) return;
  navigator.vibrate?.([200, 100, 200]);
  if (can() && Notification.permission === "granted") notify(mine.dataset.moveWords, `move-${told}`);
};

// One of its sockets that is refused again and again: the network, or a link that the desk took away.
const leave = async () => {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (answer.status === 404) location.reload();
  } catch {
    // no network: live.js says so on the page
  }
};
document.addEventListener("htmx:ws:close", (event) => {
  const { connection } = event.detail;
  const isMine = new URL(connection.url, location).pathname.startsWith(`/ws${location.pathname}`);
  if (connection.attempt && isMine) leave();
});

document.addEventListener("htmx:after:swap", look);
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-notify]")) Notification.requestPermission().then(ask);
});
ask();
