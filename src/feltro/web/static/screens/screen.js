// Counts the clocks of this page by the server's time, keeps them right while nobody answers, and says what happens.
// Words never stand here: what is shown was rendered by the server, part by part, hours ahead.
(() => {
  "use strict";
  const script = document.currentScript;
  const TICK = 200, RESYNC = 60000, TURN = 9000;

  // The server's time: ours plus an offset, from the answer that came back quickest. performance.now() does not jump
  // when somebody sets the television's clock.
  // A page that was kept while nobody answers has an old time on it: there the television's clock counts, with how far it was off.
  const root = document.documentElement, kept = "kept" in root.dataset;
  const note = (name, value) => { try { localStorage.setItem(`feltro-${name}`, value); } catch { /* a browser that keeps nothing */ } };
  const noted = (name) => { try { return Number(localStorage.getItem(`feltro-${name}`)) || 0; } catch { return 0; } };
  const told = kept ? Date.now() + noted("off") : Number(script?.dataset.now || Date.now());
  let offset = told - performance.now();
  let quickest = Infinity;
  const serverNow = () => performance.now() + offset;

  async function measure() {
    const sent = performance.now();
    const answer = await fetch("/hora", { cache: "no-store" });
    const took = performance.now() - sent;
    const { now } = await answer.json();
    if (took <= quickest * 1.5 + 5) { quickest = took; offset = now + took / 2 - performance.now(); }
    note("off", Math.round(serverNow() - Date.now()));
    note("heard", Date.now());
  }
  async function synchronise(times = 3) {
    quickest = Infinity;
    try { for (let one = 0; one < times; one += 1) await measure(); } catch { /* asked again in a minute */ }
  }

  const two = (n) => String(n).padStart(2, "0");
  function written(seconds) {
    const left = Math.max(0, seconds), hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
  }

  // What was last seen of each clock, kept over the swaps that bring news.
  const known = new Map();

  function stageOf(parts, now) {
    const place = parts.findIndex((one) => Number(one.dataset.until) > now);
    return place < 0 ? parts.length - 1 : place;
  }

  function turnTo(face, part, place) {
    face.querySelector(".now").replaceChildren(part.content.cloneNode(true));
    face.dataset.state = part.dataset.rest ? "rest" : "running";
    face.dataset.place = place;
    let word = face.querySelector(".word");
    if (part.dataset.word && !word) { word = document.createElement("p"); word.className = "word"; face.querySelector(".centre").prepend(word); }
    if (word) { word.textContent = part.dataset.word; word.hidden = !part.dataset.word; }
  }

  function ask(face) {
    const screen = face.closest("[data-live]");
    if (!screen || screen.dataset.waiting) return;
    screen.dataset.waiting = "1";
    // Five thousand phones reach a new level in the same second.
    setTimeout(() => htmx.trigger(screen, "news"), 300 + Math.random() * 1700);
  }

  function leftOf(face, now) {
    if (face.dataset.left) return Number(face.dataset.left);
    const parts = [...face.querySelectorAll(":scope > template")];
    if (face.dataset.state === "before") return Number(face.dataset.until) - now;
    const place = stageOf(parts, now), part = parts[place];
    if (place !== Number(face.dataset.place || 0)) { turnTo(face, part, place); ask(face); }
    return Number(part.dataset.until) - now;
  }

  function count(face) {
    const time = face.querySelector(".time"), now = serverNow();
    if (face.dataset.state === "over") return;
    const left = leftOf(face, now), seconds = Math.ceil(left / 1000);
    if (time) {
      const text = written(seconds);
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("long", text.length > 5);
    }
    const runs = face.dataset.state === "running" || face.dataset.state === "rest";
    face.classList.toggle("minute", runs && seconds <= 60);
    face.classList.toggle("ten", runs && seconds <= 10);
    if (face.closest("[data-sound]")) announce(face, seconds, runs);
  }

  // Announcements

  function announce(face, seconds, runs) {
    const part = face.querySelectorAll(":scope > template")[Number(face.dataset.place || 0)];
    const mine = { state: face.dataset.state, calls: part?.dataset.calls, seconds };
    const before = known.get(face.dataset.face);
    known.set(face.dataset.face, mine);
    if (!before) { prepare(face); return; }
    if (mine.state === "paused" && before.state !== "paused") return play("sino", "pausado");
    if (before.state === "paused" && runs) return play("sino", "retomado");
    if (mine.state === "hands" && before.state !== "hands") return play("sino", "mao-a-mao");
    if (runs && mine.calls !== before.calls) {
      prepare(face);
      const back = before.state === "rest" && mine.state === "running";
      play("gongo", ...(back ? ["volta"] : []), ...clipsOf(part.dataset.calls));
      return sayWhole(clipsOf(part.dataset.says), part.dataset.spoken);
    }
    if (!runs || before.seconds <= seconds) return undefined;
    if (before.seconds > 60 && seconds <= 60) return play("sino", mine.state === "rest" ? "um-minuto-volta" : "um-minuto");
    if (before.seconds > 10 && seconds <= 10) return play("toque");
    return undefined;
  }

  const clipsOf = (names) => (names || "").split(" ").filter(Boolean);
  const base = script?.dataset.audio;
  const clips = new Map();
  let audio = null, queue = Promise.resolve();

  async function clip(name) {
    if (!clips.has(name)) {
      const loading = fetch(`${base}${name}.mp3`).then((answer) => (answer.ok ? answer.arrayBuffer() : null)).catch(() => null);
      clips.set(name, loading.then((bytes) => (bytes ? bytes : (clips.delete(name), null))));
    }
    return clips.get(name);
  }

  // Fetched before they are needed: the connection may be gone by then.
  function prepare(face) {
    if (!base) return;
    const next = [...face.querySelectorAll(":scope > template")].slice(0, 4).flatMap((one) => [...clipsOf(one.dataset.calls), ...clipsOf(one.dataset.says)]);
    for (const name of ["gongo", "sino", "toque", "um-minuto", "um-minuto-volta", "volta", "pausado", "retomado", "mao-a-mao", ...next]) clip(name);
  }

  async function sound(name) {
    const bytes = await clip(name);
    if (!bytes || audio?.state !== "running") return;
    const decoded = await audio.decodeAudioData(bytes.slice(0));
    const source = audio.createBufferSource();
    source.buffer = decoded;
    source.connect(audio.destination);
    root.dataset.heard = `${root.dataset.heard || ""} ${name}`.trim().slice(-400);
    await new Promise((done) => { source.onended = done; source.start(); });
  }
  function play(...names) {
    for (const name of names) queue = queue.then(() => sound(name)).catch(() => {});
    return queue;
  }
  // Half a number is worse than none: with a recording missing, the browser's own voice says the sentence, if it has one.
  function sayWhole(names, text) {
    queue = queue.then(async () => {
      const all = await Promise.all(names.map(clip));
      if (all.every(Boolean)) { for (const name of names) await sound(name); } else speak(text);
    }).catch(() => {});
    return queue;
  }
  function speak(text) {
    if (!text || audio?.state !== "running" || !window.speechSynthesis || !root.lang.startsWith("pt")) return;
    const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith("pt") && one.localService);
    if (voice) { const said = new SpeechSynthesisUtterance(text); said.voice = voice; said.lang = voice.lang; speechSynthesis.speak(said); }
  }

  const button = document.getElementById("sound");
  function listen() {
    if (!button || !window.AudioContext) return;
    audio = new AudioContext();
    const look = () => { button.hidden = audio.state === "running"; };
    audio.onstatechange = look;
    look();
    // Where nobody can touch the screen, the offer does not cover what is read there for ever.
    setTimeout(() => button.classList.add("quiet"), 5000);
    const enable = () => { audio.resume().then(() => play("toque")); stayAwake(); };
    button.addEventListener("click", enable);
  }

  // The screen stays on: by the browser's own lock, else by a film of one dot that never ends.
  let lock = null, lamp = null;
  async function stayAwake() {
    if (document.hidden || lock || !root.classList.contains("tv")) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
      root.dataset.awake = "lock";
    } catch { glow(); }
  }
  function glow() {
    if (lamp) { lamp.play().catch(() => {}); return; }
    if (!script?.dataset.film) { tellAwake(); return; }
    lamp = Object.assign(document.createElement("video"), { muted: true, playsInline: true, loop: true, className: "lamp" });
    for (const address of script.dataset.film.split(" ")) lamp.append(Object.assign(document.createElement("source"), { src: address }));
    lamp.setAttribute("aria-hidden", "true");
    lamp.setAttribute("muted", "");
    document.body.append(lamp);
    lamp.play().then(() => { root.dataset.awake = "film"; }).catch(tellAwake);
  }
  function tellAwake() {
    const notice = document.getElementById("awake");
    if (!notice || root.dataset.awake) return;
    notice.hidden = false;
    setTimeout(() => { notice.hidden = true; }, 20000);
  }

  // Long lists and pictures take turns. How many rows a wall holds depends on its height, its letters and the line under it:
  // only here is it known, and what does not fit beside the first rows has a turn of its own.
  let turn = 0;
  function showTurn() {
    for (const box of document.querySelectorAll("[data-pages]")) {
      const gap = parseFloat(getComputedStyle(box).columnGap), step = box.getBoundingClientRect().width + gap;
      const turns = Math.max(1, Math.ceil((box.scrollWidth + gap) / step - 0.1)), now = turn % turns;
      box.scrollLeft = now * step;
      showDots(box.parentElement.querySelector(":scope > .dots"), turns, now);
    }
  }
  function showDots(dots, turns, now) {
    const dot = (_, place) => Object.assign(document.createElement("i"), { className: place === now ? "on" : "" });
    dots?.replaceChildren(...Array.from({ length: turns > 1 ? turns : 0 }, dot));
  }

  function tick() { for (const face of document.querySelectorAll("[data-face]")) count(face); }
  document.addEventListener("htmx:afterSwap", () => { tick(); showTurn(); });
  document.fonts?.ready.then(showTurn);
  addEventListener("resize", showTurn);
  document.addEventListener("htmx:afterRequest", (event) => { delete event.detail.elt?.dataset?.waiting; });
  document.addEventListener("news", (event) => { if (event.target.matches?.("[data-reload]")) location.reload(); });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.responseText.startsWith("<!doctype")) { event.detail.shouldSwap = false; location.reload(); }
  });
  // The screen was taken off the list, or shut out: what stands there is not to stay.
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 404 && root.classList.contains("tv") && event.detail.elt.matches(".screen")) location.reload();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { synchronise(); stayAwake(); } });
  addEventListener("online", () => synchronise());
  document.addEventListener("feltro:found", () => { delete root.dataset.kept; synchronise(); });

  document.addEventListener("feltro:brought", ({ detail }) => {
    navigator.serviceWorker?.controller?.postMessage({ brought: detail.html, address: detail.address });
  });

  // Where the browser allows it (https, or this very machine) a keeper opens the screen again while nobody answers.
  async function keep() {
    const area = `/${location.pathname.split("/")[1]}`;
    if (!navigator.serviceWorker || !root.classList.contains("tv") || !/^\/(tela|tv|relogio)$/.test(area)) return;
    const found = await navigator.serviceWorker.register("/guarda.js", { scope: area === "/tv" ? "/tv/" : area });
    navigator.serviceWorker.addEventListener("message", () => { root.dataset.keeper = "on"; });
    const hand = found.active || await new Promise((done) => {
      const coming = found.installing || found.waiting;
      coming.addEventListener("statechange", () => { if (coming.state === "activated") done(coming); });
    });
    const made = performance.getEntriesByType("resource").map((one) => one.name);
    const parts = [...document.querySelectorAll("script[src], link[href]")].map((one) => one.src || one.href);
    const worker = document.querySelector("script[data-worker]")?.dataset.worker;
    const own = [location.href.split("#")[0], ...parts, ...made, ...(worker ? [new URL(worker, location.href).href] : [])];
    hand.postMessage({ keep: [...new Set(own)].filter((one) => one.startsWith(location.origin)) });
  }
  if (kept) addEventListener("DOMContentLoaded", () => document.dispatchEvent(new CustomEvent("feltro:lost", { detail: noted("heard") || Date.now() })));
  // The whole screen: a key, or a button that comes when somebody moves a mouse or touches.
  const full = document.getElementById("full");
  function fill() { if (document.fullscreenElement) document.exitFullscreen(); else root.requestFullscreen?.().catch(() => {}); }
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey && root.classList.contains("tv")) fill();
  });
  if (full && document.fullscreenEnabled) {
    let hide = 0;
    full.addEventListener("click", fill);
    document.addEventListener("pointermove", () => {
      full.hidden = Boolean(document.fullscreenElement);
      clearTimeout(hide);
      hide = setTimeout(() => { full.hidden = true; }, 4000);
    });
    document.addEventListener("fullscreenchange", () => { full.hidden = true; });
  }
  setInterval(tick, TICK);
  setInterval(() => { turn += 1; showTurn(); }, TURN);
  setInterval(() => synchronise(1), RESYNC);
  setInterval(() => { for (const one of document.querySelectorAll("[data-every]")) htmx.trigger(one, "news"); }, 60000);
  tick();
  synchronise();
  listen();
  if (document.readyState === "complete") stayAwake(); else addEventListener("load", () => stayAwake());
  addEventListener("load", () => { if (!kept) keep().catch(() => {}); });
})();
