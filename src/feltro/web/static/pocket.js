// The floor's phone: waiting times go on, a call rings every thirty seconds until somebody takes it, a countdown is drawn
// from what the server said had gone by. Nothing is decided here.
(() => {
  "use strict";
  const own = document.currentScript.dataset;
  const RINGS_EVERY = 30000;
  const LAST = 5;
  const MARKS = [10, 20, 30]; // said besides, where the spoken part is longer
  const KEY = "feltro-floor-sound";
  let heardAt = -Infinity;
  let ticked = -1;

  const sounds = { bell: own.bell ? new Audio(own.bell) : null, tick: own.tick ? new Audio(own.tick) : null };
  const isOn = () => { try { return localStorage.getItem(KEY) === "on"; } catch { return false; } };
  const keep = (on) => { try { localStorage.setItem(KEY, on ? "on" : "off"); } catch { /* for this page only */ } };

  function play(name) {
    const sound = sounds[name];
    if (!sound || !isOn()) return;
    sound.currentTime = 0;
    sound.play().catch(() => showSound(false));
    if (name === "bell" && navigator.vibrate) navigator.vibrate([200, 100, 200]);
  }

  // The spoken part of a time: recorded numbers in Portuguese, a voice of the phone in other languages, else a tick.
  const numbers = new Map((own.spoken || "").split(" ").filter(Boolean).map((one) => {
    const at = one.indexOf("=");
    return [Number(one.slice(0, at)), new Audio(one.slice(at + 1))];
  }));

  function voice() {
    if (!window.speechSynthesis) return null;
    const lang = document.documentElement.lang.slice(0, 2);
    return speechSynthesis.getVoices().find((one) => one.localService && one.lang.startsWith(lang)) || null;
  }

  function sayNumber(number) {
    if (!isOn()) return;
    const recorded = numbers.get(number);
    const speaker = recorded ? null : voice();
    if (recorded) {
      recorded.currentTime = 0;
      recorded.play().catch(() => showSound(false));
    } else if (speaker) {
      const said = new SpeechSynthesisUtterance(String(number));
      said.voice = speaker;
      said.lang = speaker.lang;
      said.rate = 1.3;
      speechSynthesis.speak(said);
    } else play("tick");
  }

  function showSound(allowed = true) {
    document.querySelectorAll("[data-sound]").forEach((button) => {
      button.hidden = false;
      button.textContent = isOn() && allowed ? own.on : own.off;
      button.setAttribute("aria-pressed", String(isOn() && allowed));
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sound]");
    if (!button) return;
    keep(!isOn());
    showSound();
    play("bell");
  });

  // What the server said, and when this page heard it: read once for each element, also for one that was swapped in.
  // A page that was kept was heard earlier than it is opened.
  const kept = Number(document.documentElement.dataset.kept);
  let earlier = kept ? Math.max(0, Date.now() - kept) : 0;
  function since(element, name) {
    if (element.feltroHeard === undefined) {
      element.feltroHeard = performance.now() - earlier;
      element.feltroSaid = Number(element.dataset[name]);
    }
    return element.feltroSaid + (performance.now() - element.feltroHeard) / 1000;
  }

  function drawWaits() {
    document.querySelectorAll("[data-waited]").forEach((element) => {
      const seconds = Math.floor(since(element, "waited"));
      element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    });
  }

  function ring() {
    const page = document.querySelector("[data-ringing]");
    if (!page || !Number(page.dataset.ringing)) { heardAt = -Infinity; return; }
    if (performance.now() - heardAt < RINGS_EVERY) return;
    heardAt = performance.now();
    play("bell");
  }

  function reading(clock, gone) {
    const [silent, seconds, card, cards] = ["silent", "seconds", "card", "cards"].map((name) => Number(clock.dataset[name]));
    const whole = silent + seconds;
    if (gone < whole) return { phase: gone < silent ? "silent" : "clock", left: whole - gone, cards };
    const used = card ? Math.floor((gone - whole) / card) + 1 : cards + 1;
    return used > cards ? { phase: "expired", left: 0, cards: 0 } : { phase: "card", left: whole + used * card - gone, cards: cards - used };
  }

  function drawCountdown() {
    document.querySelectorAll("[data-countdown]:not([hidden])").forEach((clock) => {
      const now = reading(clock, since(clock, "gone"));
      const left = Math.ceil(now.left);
      clock.querySelector("[data-left]").textContent = left;
      // A card is spent while nobody asks the house: what is left of them is said here.
      clock.querySelectorAll("[data-said]").forEach((one) => { const said = one.dataset.said.replace("%n", now.cards); if (one.textContent !== said) one.textContent = said; });
      if (clock.dataset.state !== now.phase) {
        clock.dataset.state = now.phase;
        clock.querySelectorAll("[data-phase]").forEach((one) => { one.hidden = one.dataset.phase !== now.phase; });
        clock.querySelectorAll("[data-expired]").forEach((one) => { one.hidden = now.phase !== "expired"; });
        if (now.phase === "expired") play("bell");
      }
      const aloud = clock.dataset.kind === "call" && now.phase === "clock";
      if (left === ticked || left <= 0 || now.phase === "silent" || !(left <= LAST || (aloud && MARKS.includes(left)))) return;
      ticked = left;
      if (aloud) sayNumber(left); else play("tick");
    });
  }

  function beat() { drawWaits(); ring(); drawCountdown(); }
  document.addEventListener("DOMContentLoaded", () => { showSound(); beat(); earlier = 0; });
  document.addEventListener("htmx:afterSettle", () => { showSound(); beat(); });
  setInterval(beat, 250);
})();
