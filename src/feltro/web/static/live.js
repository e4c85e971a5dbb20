// What changes elsewhere is fetched here. A part says what it shows: data-live="tournament:main@12 people:registry@40".
(() => {
  "use strict";
  const script = document.currentScript;
  const bar = document.getElementById("lost");
  let lostSince = 0;

  function refresh(versions) {
    for (const part of document.querySelectorAll("[data-live]")) {
      const stale = part.dataset.live.split(" ").some((shown) => {
        const at = shown.lastIndexOf("@");
        return versions[shown.slice(0, at)] > Number(shown.slice(at + 1));
      });
      const asked = JSON.stringify(versions);
      if (stale && part.dataset.asked !== asked) {
        part.dataset.asked = asked;
        htmx.trigger(part, "news");
      }
    }
  }

  function lose(since) {
    if (!bar || lostSince) return;
    lostSince = since;
    const at = new Date(since);
    const two = (n) => String(n).padStart(2, "0");
    bar.querySelector("time").textContent = `${at.getHours()}${document.documentElement.lang.startsWith("pt") ? "h" : ":"}${two(at.getMinutes())}`;
    bar.hidden = false;
    setTimeout(probe, 2000);
  }

  // A cut that the stream outlived is not told to be over: the page that noticed it asks by itself.
  let catchUp = () => {};
  async function probe() {
    if (!lostSince) return;
    const answer = await fetch("/saude", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) { setTimeout(probe, 2000); return; }
    recover();
    catchUp();
  }

  function recover() {
    if (lostSince) document.dispatchEvent(new CustomEvent("feltro:found"));
    lostSince = 0;
    if (!bar) return;
    bar.hidden = true;
    bar.querySelector("em").hidden = true;
  }

  function hear(message) {
    if (message.type === "news") { recover(); refresh(message.versions); }
    if (message.type === "open") recover();
    if (message.type === "lost") lose(message.since);
  }

  function listenShared() {
    const worker = new SharedWorker(script.dataset.worker, "feltro-live");
    worker.port.onmessage = ({ data }) => hear(data);
    worker.port.start();
    const hello = () => worker.port.postMessage({ type: "hello", who: script.dataset.who });
    hello();
    catchUp = hello;
    addEventListener("pagehide", () => worker.port.postMessage({ type: "bye" }));
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  // A browser without shared workers keeps a stream only while the tab is seen.
  function listenAlone() {
    let source = null;
    const close = () => { source?.close(); source = null; };
    const open = () => {
      if (source || document.hidden) return;
      source = new EventSource("/live");
      for (const kind of ["hello", "news"]) source.addEventListener(kind, (event) => hear({ type: "news", versions: JSON.parse(event.data) }));
      source.addEventListener("ping", recover);
      source.onerror = () => { lose(Date.now()); if (source?.readyState === EventSource.CLOSED) { close(); setTimeout(open, 2000); } };
    };
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
    catchUp = () => { close(); open(); };
    open();
  }

  // Without a connection nothing is sent, and it is said.
  function hold(event) {
    if (!lostSince || navigator.onLine && !bar) return;
    event.preventDefault();
    event.stopPropagation();
    bar.querySelector("em").hidden = false;
  }
  document.addEventListener("submit", (event) => { if (event.target.method === "post") hold(event); }, true);
  document.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.requestConfig.verb === "post") hold(event); });
  document.addEventListener("htmx:sendError", () => { lose(Date.now()); bar.querySelector("em").hidden = false; });

  // A short highlight on rows that are new or other than before; the page does not jump.
  let before = new Map();
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.target.matches("[data-live]")) return;
    before = new Map([...event.detail.target.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row.textContent]));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!before.size) return;
    for (const row of document.querySelectorAll("[data-live] [data-row]")) {
      if (event.detail.elt.contains(row) && before.get(row.dataset.row) !== row.textContent) row.classList.add("changed");
    }
    before = new Map();
  });

  addEventListener("offline", () => lose(Date.now()));
  document.addEventListener("feltro:lost", (event) => lose(event.detail));
  if (window.SharedWorker) listenShared(); else listenAlone();
})();
