// An overlay asks for itself every second, counts by the server's time, and hides when it has heard nothing for ten.
(() => {
  const STALE = 10000, EVERY = 1000, PATIENCE = 5000;
  const layer = document.querySelector("#camada");
  let heard = performance.now(), ahead = 0, asking = false;

  // The house said its hour half the way ago: an answer that was long under way does not put the clock back.
  function take(now, took) { ahead = Number(now) + took / 2 - Date.now(); heard = performance.now(); layer.classList.remove("stale"); }

  function tick() {
    for (const one of layer.querySelectorAll("[data-until]")) {
      const until = Number(one.dataset.until);
      if (!until) continue;
      const left = Math.max(0, Math.ceil((until - Date.now() - ahead) / 1000));
      const text = String(Math.floor(left / 60)).padStart(2, "0") + ":" + String(left % 60).padStart(2, "0");
      if (one.textContent !== text) one.textContent = text;
    }
    if (performance.now() - heard > STALE) layer.classList.add("stale");
  }

  // One at a time, so that no older answer comes after a newer one; one that never comes is given up.
  async function ask() {
    if (asking) return;
    asking = true;
    const address = new URL(location.href), asked = performance.now();
    address.searchParams.set("parte", "1");
    try {
      const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 404) { layer.replaceChildren(); return; }
      if (!answer.ok) return;
      const html = await answer.text();
      const made = new DOMParser().parseFromString(html, "text/html").querySelector(".layer");
      if (!made) return;
      layer.replaceChildren(document.importNode(made, true));
      take(made.dataset.now, performance.now() - asked);
      tick();
    } catch { /* heard nothing */ } finally { asking = false; }
  }

  take(layer.querySelector(".layer").dataset.now, 0);
  tick();
  setInterval(tick, 200);
  setInterval(ask, EVERY);
})();
