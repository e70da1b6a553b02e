// The server's time, as near as its stamps tell it. A stamp is late by its own journey, so the largest
// is the truest; if our own clock is set anew, we begin again.
let ahead = -Infinity; // how far the server's clock is ahead of ours
let drift = Date.now() - performance.now();

export const learn = (stamp) => {
  const nowDrift = Date.now() - performance.now();
  if (Math.abs(nowDrift - drift) > 1000) ahead = -Infinity;
  drift = nowDrift;
  ahead = Math.max(ahead, stamp - Date.now());
};

export const serverNow = () => Date.now() + (Number.isFinite(ahead) ? ahead : 0);
