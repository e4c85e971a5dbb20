// A player's own page: tells when the seat is another than the one this phone last confirmed, by sight, tone and vibration,
// until somebody says that they sit. What was confirmed is kept on the phone alone.
(() => {
  "use strict";
  const own = document.currentScript.dataset;
  const HERE = "feltro-seat-" + location.pathname;
  const SOUND = "feltro-seat-sound";
  const APART = 2000;
  const tone = new Audio(own.tone);
  let heard = -APART;
  let announced = "";

  const read = (key) => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };
  const keep = (key, text) => { try { localStorage.setItem(key, text); } catch { /* for this page only */ } };
  let known = read(HERE);

  const chair = () => document.querySelector(".pass")?.dataset.chair ?? "";

  // Table and chair as the room's own marks write them.
  function mark(where) {
    const [table, seat] = where.split(".");
    const both = document.createElement("span");
    both.className = "assento";
    for (const [tag, name, text] of [["b", "placa", table], ["i", "cadeira", seat]]) {
      const part = document.createElement(tag);
      part.className = name;
      part.textContent = text;
      both.append(part);
    }
    return both;
  }

  function ring() {
    if (performance.now() - heard < APART) return;
    heard = performance.now();
    if (navigator.userActivation?.hasBeenActive !== false && navigator.vibrate) navigator.vibrate([300, 120, 300]);
    if (read(SOUND) === "off") return;
    tone.currentTime = 0;
    tone.play().catch(() => showSound(false));
  }

  function look() {
    const now = chair();
    const went = document.querySelector(".went");
    if (!went) return;
    if (now && !known) confirm(now);
    const another = Boolean(now && known && now !== known);
    went.hidden = !another;
    if (!another || announced === now) return;
    announced = now;
    went.querySelector("[data-was]").replaceChildren(mark(known));
    went.querySelector("[data-now]").replaceChildren(mark(now));
    ring();
  }

  function confirm(now) {
    known = now;
    announced = "";
    keep(HERE, now);
  }

  function showSound(allowed = true) {
    const button = document.querySelector("[data-tone-switch]");
    if (!button) return;
    const on = allowed && read(SOUND) !== "off";
    button.hidden = false;
    button.textContent = on ? own.on : own.off;
    button.setAttribute("aria-pressed", String(on));
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-seated]")) { confirm(chair()); look(); return; }
    const button = event.target.closest("[data-tone-switch]");
    if (!button) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    keep(SOUND, on ? "on" : "off");
    showSound();
    if (on) { heard = -APART; ring(); }
  });

  document.addEventListener("DOMContentLoaded", () => {
    showSound();
    look();
    new MutationObserver(look).observe(document.querySelector(".my-page"), { subtree: true, childList: true, attributeFilter: ["data-chair"] });
  });
})();
