// What changes elsewhere is fetched here, or brought. A part says what it shows: data-live="tournament:main@12 people:registry@40".
// One that looks the same to everybody who knows its address says data-pushed: the stream brings it, and nobody asks for it.
// How it is put into the page, live-swap.js says.

// An hour as the room writes it, 14h05: the one place where a script does.
globalThis.hourSaid = (at) => `${at.getHours()}${document.documentElement.lang.startsWith("pt") ? "h" : ":"}${String(at.getMinutes()).padStart(2, "0")}`;

(() => {
  "use strict";
  const script = document.currentScript;
  const bar = document.getElementById("lost");
  let lostSince = 0;

  // `tournament:*@40` is all of a kind: their versions together, so that a new one is noticed too.
  const standing = {};
  function reached(name) {
    if (!name.endsWith("*")) return standing[name] ?? 0;
    const kind = name.slice(0, -1);
    return Object.entries(standing).reduce((sum, [stream, version]) => sum + (stream.startsWith(kind) ? version : 0), 0);
  }

  // Names of the parts that the stream may bring, each with what it shows.
  const nameOf = (part) => `${document.documentElement.lang.slice(0, 2)}:${part.getAttribute("hx-get")}`;
  const pushed = () => [...document.querySelectorAll("[data-pushed][data-live]")];
  const wanted = () => pushed().map((part) => [nameOf(part), part.dataset.live]);

  // A part never goes back to what it showed before.
  function isOlder(html, part) {
    const had = new Map(part.dataset.live.split(" ").map((one) => one.split("@")));
    const told = (/ data-live="([^"]*)"/.exec(html)?.[1] ?? "").split(" ").map((one) => one.split("@"));
    return told.some(([name, version]) => Number(version) < Number(had.get(name) ?? 0));
  }

  function put({ part: name, html }) {
    for (const part of pushed()) {
      if (nameOf(part) !== name || isOlder(html, part)) continue;
      const merges = document.body.getAttribute("hx-ext") === "live" && !part.matches(".screen");
      htmx.swap(part, html, { swapStyle: merges ? "live" : "outerHTML", swapDelay: 0, settleDelay: 0 });
      document.dispatchEvent(new CustomEvent("feltro:brought", { detail: { address: name.slice(3), html } }));
    }
  }

  // What the stream brings stands where the news says, brought again or not; a whole page comes in its own time.
  function reach(part) {
    if (part.dataset.pace) return;
    part.dataset.live = part.dataset.live.split(" ").filter(Boolean).map((shown) => {
      const at = shown.lastIndexOf("@"), name = shown.slice(0, at);
      return `${name}@${Math.max(reached(name), Number(shown.slice(at + 1)))}`;
    }).join(" ");
  }

  // A page that many phones look at fetches at its own pace, each at another moment, and always the last news.
  const next = new WeakMap();
  function ask(part) {
    const pace = Number(part.dataset.pace || ("pushed" in part.dataset ? 2 : 0)) * 1000;
    if (!pace) { htmx.trigger(part, "news"); return; }
    if (next.has(part)) return;
    next.set(part, setTimeout(() => { next.delete(part); if (part.isConnected) htmx.trigger(part, "news"); }, pace * Math.random()));
  }

  function refresh(versions, brought = []) {
    Object.assign(standing, versions);
    for (const part of document.querySelectorAll("[data-live]")) {
      if ("pushed" in part.dataset && brought.includes(nameOf(part))) { reach(part); continue; }
      const stale = part.dataset.live.split(" ").filter(Boolean).map((shown) => {
        const at = shown.lastIndexOf("@");
        const now = reached(shown.slice(0, at));
        return now > Number(shown.slice(at + 1)) ? `${shown.slice(0, at)}@${now}` : "";
      }).filter(Boolean).join(" ");
      if (stale && part.dataset.asked !== stale) {
        part.dataset.asked = stale;
        ask(part);
      }
    }
  }

  function lose(since) {
    if (!bar || lostSince) return;
    lostSince = since;
    bar.querySelector("time").textContent = hourSaid(new Date(since));
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

  // What could not be fetched is asked for again with the next news.
  const forget = () => { for (const part of document.querySelectorAll("[data-asked]")) delete part.dataset.asked; };
  document.addEventListener("htmx:responseError", ({ detail }) => { delete detail.elt.dataset?.asked; });
  document.addEventListener("htmx:sendError", ({ detail }) => { delete detail.elt.dataset?.asked; });

  function recover() {
    if (lostSince) { forget(); document.dispatchEvent(new CustomEvent("feltro:found")); }
    lostSince = 0;
    if (!bar) return;
    bar.hidden = true;
    bar.querySelector("em").hidden = true;
  }

  // After an update the house's parts are drawn with other styles and scripts than this page has: it is loaded anew, once
  // nothing that was typed would be lost; and once only, should the page come from a shelf.
  const typed = () => document.querySelector("dialog[open]") || [...document.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value !== field.defaultValue);
  let renewing = 0;
  function renew(mark) {
    script.dataset.now = mark;
    if (mark === script.dataset.made || renewing || typed() || sessionStorage.getItem("feltro-made") === mark) return;
    renewing = setTimeout(() => {
      renewing = 0;
      if (typed()) return;
      sessionStorage.setItem("feltro-made", mark);
      location.reload();
    }, 2000 * Math.random());
  }

  function hear(message) {
    if (message.type === "made") renew(message.mark); else if (script.dataset.now) renew(script.dataset.now);
    if (message.type === "news") { document.documentElement.dataset.follows = "on"; recover(); refresh(message.versions, message.brought); }
    if (message.type === "part") put(message);
    // It is not there any more, or not the same for everybody: its own address says what is.
    if (message.type === "gone") for (const part of pushed()) if (nameOf(part) === message.part) ask(part);
    if (message.type === "open") recover();
    if (message.type === "lost") lose(message.since);
  }

  function listenShared() {
    const worker = new SharedWorker(script.dataset.worker, "feltro-live");
    worker.port.onmessage = ({ data }) => hear(data);
    worker.port.start();
    const hello = () => worker.port.postMessage({ type: "hello", who: script.dataset.who, parts: wanted() });
    hello();
    catchUp = hello;
    // It never began: the house went away between the page and its worker. Once it answers, the worker is asked for again.
    worker.onerror = () => { catchUp = () => { worker.port.close(); listenShared(); }; lose(Date.now()); };
    addEventListener("pagehide", () => worker.port.postMessage({ type: "bye" }));
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  // A browser without shared workers keeps a stream only while the tab is seen.
  function listenAlone() {
    const stream = new window.FeltroStream(hear);
    const open = () => { if (!document.hidden) { stream.wants(new Map(wanted())); stream.open(); } };
    document.addEventListener("visibilitychange", () => (document.hidden ? stream.close() : open()));
    catchUp = open;
    open();
  }
  function loadAlone() {
    const loaded = document.createElement("script");
    loaded.src = script.dataset.worker;
    loaded.onload = listenAlone;
    document.head.append(loaded);
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
  document.addEventListener("htmx:sendError", ({ detail }) => { lose(Date.now()); bar.querySelector("em").hidden = detail.held === true; });

  addEventListener("offline", () => lose(Date.now()));
  document.addEventListener("feltro:lost", (event) => lose(event.detail));
  // Not before htmx knows the parts of the page: news that nobody takes would be lost.
  const listen = () => { if (window.SharedWorker) listenShared(); else loadAlone(); };
  if (document.readyState === "complete") listen(); else document.addEventListener("DOMContentLoaded", () => setTimeout(listen));
})();
