// My page: a notification when I must move, where the browser allows one.
(() => {
  const button = () => document.querySelector("[data-notify]");
  const can = () => "Notification" in window && window.isSecureContext;
  const ask = () => {
    if (button()) button().hidden = !can() || Notification.permission !== "default";
  };

  let told = document.getElementById("mine")?.dataset.move ?? "";
  const look = () => {
    const mine = document.getElementById("mine");
    if (!mine || mine.dataset.move === told) return;
    told = mine.dataset.move;
    if (!told || "seen" in mine.dataset) return;
    navigator.vibrate?.([200, 100, 200]);
    if (!can() || Notification.permission !== "granted") return;
    try {
      new Notification("Please move", { body: mine.dataset.moveWords, tag: `move-${told}` });
    } catch {
      // some phones notify from a service worker only: the page itself shows the move
    }
  };

  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-notify]")) Notification.requestPermission().then(ask);
  });
  ask();
})();
