// Waits for the server, then opens the page that was wanted.
const AGAIN = 2000;
const look = async () => {
  try {
    await fetch("/healthz", { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(look, AGAIN);
  }
};
setTimeout(look, AGAIN);
