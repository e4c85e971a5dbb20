// The direction's console: sheets, the ticking clock, typing a chair, dragging a player. Every page works without it.
(() => {
  "use strict";
  const root = document.querySelector("[data-director]");
  if (!root) return;
  const path = root.dataset.director;
  const sheet = document.getElementById("sheet");
  const body = document.getElementById("sheet-body");
  let opener = null;

  // A table or a player opens beside the room, not instead of it.
  function openSheet(address, then) {
    opener = document.activeElement;
    return htmx.ajax("GET", address, { target: body, swap: "innerHTML" }).then(() => {
      sheet.hidden = false;
      mark(address);
      sheet.scrollTop = 0;
      if (then) then(); else sheet.focus({ preventScroll: true });
    });
  }
  function closeSheet() {
    if (sheet.hidden) return;
    sheet.hidden = true;
    body.replaceChildren();
    mark("");
    opener?.isConnected && opener.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) { document.getElementById("keys").showModal(); return; }
    const link = event.target.closest("a[data-sheet]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      openSheet(link.getAttribute("href"));
    } else if (event.target.closest("[data-close]")) {
      if (!sheet.hidden) event.preventDefault();
      closeSheet();
    }
  });

  // One key: open the form that the letter stands for, with the pen in its first field.
  function press(letter) {
    const thing = (sheet.hidden ? root : sheet).querySelector(`[data-key="${letter}"]`);
    if (!thing) return false;
    if (thing.tagName === "A") { location.href = thing.href; return true; }
    // A button that acts is only pointed at: the letter shows it, Enter does it.
    if (thing.tagName === "BUTTON") { thing.focus(); return true; }
    thing.open = true;
    (thing.querySelector("input:not([type=hidden]), select, button") ?? thing).focus();
    return true;
  }

  // 12.4 and a letter, anywhere.
  const typed = document.getElementById("typed");
  let said = "";
  function say(text) {
    said = text;
    typed.hidden = !text;
    typed.textContent = text;
    if (text) { const help = document.createElement("small"); help.textContent = typed.dataset.help; typed.append(help); }
  }
  function chairOf(text) {
    const [table, seat] = text.split(".");
    const link = seat && document.querySelector(`#mesa-${Number(table)} a.s${Number(seat)}`);
    return link ? link.getAttribute("href") : seat ? null : `${path}/mesa/${Number(table)}`;
  }
  function go(letter) {
    const text = said;
    const address = chairOf(text);
    say("");
    const then = letter ? () => press(letter) : undefined;
    if (address) { openSheet(address, then); return; }
    // Away from the plan the table's own sheet knows who sits there.
    const [table, seat] = text.split(".").map(Number);
    openSheet(`${path}/mesa/${table}`, () => {
      const row = [...body.querySelectorAll(".players li")].find((one) => Number(one.querySelector(".cadeira")?.textContent) === seat);
      const link = row?.querySelector("a[data-sheet]");
      if (link) openSheet(link.getAttribute("href"), then); else sheet.focus({ preventScroll: true });
    });
  }

  // The clock's keys press the clock's own buttons, on every page of the console: where they are not on the screen they
  // are asked for, so that what is pressed is what the clock offers at this moment.
  const CLOCK = { " ": "space", n: "next", "+": "plus", "=": "plus", "-": "minus" };
  // One after the other: a press that comes while another is under way waits for its answer, and a form that was sent once
  // says what the clock offered then, not what it offers now.
  let clockFree = Promise.resolve();
  function pressClock(name) { clockFree = clockFree.then(() => sendClock(name)).catch(() => {}); }
  async function sendClock(name) {
    const mark = `[data-clock-key="${name}"]`;
    let button = root.querySelector(`form:not([data-sent]) ${mark}`);
    if (!button) {
      const answer = await fetch(root.querySelector(mark) ? location.href : path, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      button = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(mark);
      if (!button) return;
      const kept = document.importNode(button.closest("form"), true);
      kept.hidden = true;
      root.append(kept);
      htmx.process(kept);
      button = kept.querySelector(mark);
      kept.addEventListener("htmx:afterRequest", () => kept.remove());
    }
    const form = button.form;
    const sent = (xhr) => new Promise((answered) => xhr.addEventListener("loadend", answered));
    let answer = null;
    form.addEventListener("htmx:beforeSend", ({ detail }) => { answer = sent(detail.xhr); form.dataset.sent = ""; }, { once: true });
    form.requestSubmit(button);
    await answer;
  }
  // A clock's form that was sent by a finger is old too.
  root.addEventListener("htmx:beforeSend", ({ target }) => { if (target.querySelector?.("[data-clock-key]")) target.dataset.sent = ""; });
  const writing = (event) => /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
  // Whoever was sent here to count begins to type; for anybody else the keys of the console stay theirs.
  // The browser takes the cursor away when it goes to the part that the address names, which is before the page is whole.
  if (location.hash === "#chamada") addEventListener("load", () => setTimeout(() => root.querySelector("[data-begin]")?.focus({ preventScroll: true })));
  document.addEventListener("keydown", keyed);
  function keyed(event) {
    if (event.key === "Escape") { if (said) say(""); else closeSheet(); return; }
    if (writing(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (!said && !event.repeat && key in CLOCK && !event.target.closest("button, summary, a")) { event.preventDefault(); pressClock(CLOCK[key]); return; }
    if (/^[0-9]$/.test(key) || (said && (key === "." || key === ","))) { event.preventDefault(); say((said + (key === "," ? "." : key)).slice(0, 8)); }
    else if (said && key === "backspace") { event.preventDefault(); say(said.slice(0, -1)); }
    else if (said && key === "enter") { event.preventDefault(); go(""); }
    else if (said && /^[mep]$/.test(key)) { event.preventDefault(); go(key); }
    else if (!said && !sheet.hidden && /^[mep]$/.test(key) && press(key)) event.preventDefault();
    else if (!said && key === "a" && sheet.hidden) { const first = root.querySelector("[data-accept]"); if (first) { event.preventDefault(); first.click(); } }
  }
  // What was typed before this script came is heard once htmx knows the forms.
  const early = globalThis.takeEarlyKeys();
  const hearEarly = () => { for (const one of early) keyed(one); };
  if (document.readyState === "complete") hearEarly(); else document.addEventListener("DOMContentLoaded", () => setTimeout(hearEarly));

  // A player dragged to an empty chair: the move's form opens, filled in; nothing is done before it is sent.
  let dragged = null;
  root.addEventListener("dragstart", (event) => { dragged = event.target.closest("a.s"); if (dragged) event.dataTransfer.setData("text/plain", dragged.title); });
  root.addEventListener("dragend", () => { dragged = null; root.querySelectorAll(".over").forEach((one) => one.classList.remove("over")); });
  root.addEventListener("dragover", (event) => {
    const chair = dragged && event.target.closest("i.s[data-seat]:not(.k)");
    root.querySelectorAll(".over").forEach((one) => one !== chair && one.classList.remove("over"));
    if (chair) { event.preventDefault(); chair.classList.add("over"); }
  });
  root.addEventListener("drop", (event) => {
    const chair = dragged && event.target.closest("i.s[data-seat]:not(.k)");
    if (!chair) return;
    event.preventDefault();
    const to = `${chair.closest("[data-table]").dataset.table}.${chair.dataset.seat}`;
    openSheet(dragged.getAttribute("href"), () => {
      if (!press("m")) return;
      body.querySelector("[data-to]").value = to;
      body.querySelector("#mover button.primary").focus();
    });
  });

  // A player's sheet is open: a tap on an empty chair moves him there. The message says so, and undoing is one tap away.
  root.addEventListener("click", (event) => {
    const chair = event.target.closest("i.s[data-seat]:not(.k, .h)");
    const form = chair && !sheet.hidden && body.querySelector(".player-part [data-to]")?.form;
    if (!form || chair.closest(".is-breaking")) return;
    form.querySelector("[data-to]").value = `${chair.closest("[data-table]").dataset.table}.${chair.dataset.seat}`;
    form.requestSubmit();
    closeSheet();
  });
  function mark(address) {
    for (const one of root.querySelectorAll("a.s.sel")) one.classList.remove("sel");
    const path = address && new URL(address, location.href).pathname;
    for (const one of root.querySelectorAll("a.s")) if (path && new URL(one.href).pathname === path) one.classList.add("sel");
  }

  // Several ticked: the button for all of them appears, and the ones for each step back.
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-tick]")) return;
    const form = event.target.form;
    const any = form.querySelector("[data-tick]:checked") !== null;
    form.querySelector("[data-bulk]").hidden = !any;
    form.querySelectorAll("[data-bust]").forEach((one) => { one.hidden = any; });
  });

  // The clock counts by itself from what the server said; at the end it asks again.
  let ends = 0;
  let face = null;
  function setClock() {
    const now = root.querySelector("[data-clock]");
    if (now === face) return;
    face = now;
    ends = face ? performance.now() + Number(face.dataset.clock) * 1000 : 0;
  }
  function tick() {
    setClock();
    if (!face || !("running" in face.dataset)) return;
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("last", left <= 60);
    const part = face.closest("[data-live]");
    if (left === 0 && part && !part.dataset.over) { part.dataset.over = "1"; setTimeout(() => htmx.trigger(part, "news"), 400); }
  }
  setClock();
  setInterval(tick, 200);

  // News waits while players are ticked in the part that it would change; opened details stay open.
  const waiting = new Set();
  document.addEventListener("htmx:beforeRequest", (event) => {
    const part = event.detail.elt;
    if (!part.matches?.("[data-live]")) return;
    if (part.querySelector("[data-tick]:checked")) {
      event.preventDefault();
      part.dataset.asked = "";
      waiting.add(part);
    }
  });
  document.addEventListener("focusout", () => setTimeout(() => {
    for (const part of waiting) {
      if (part.querySelector("[data-tick]:checked")) continue;
      waiting.delete(part);
      if (part.isConnected) htmx.trigger(part, "news");
    }
  }, 150));
  let opened = [];
  document.addEventListener("htmx:beforeSwap", (event) => { opened = [...event.detail.target.querySelectorAll("details[open][id]")].map((one) => one.id); });
  document.addEventListener("htmx:afterSwap", () => { for (const id of opened) { const one = document.getElementById(id); if (one) one.open = true; } opened = []; });

  // A reminder that can wait is out of sight until a moment, on this screen only; what stops play cannot be put away.
  const LATER = "feltro-later:" + path;
  function later() {
    try { return Object.entries(JSON.parse(localStorage.getItem(LATER) ?? "{}")).filter(([, until]) => until > Date.now()); } catch { return []; }
  }
  function putAway() {
    const away = new Map(later());
    let next = 0;
    for (const one of root.querySelectorAll(".d-needs [data-later]")) {
      const until = away.get(one.dataset.later);
      one.hidden = Boolean(until);
      if (until) next = next ? Math.min(next, until) : until;
    }
    const asks = root.querySelectorAll(".d-needs .need:not([hidden])").length;
    const badge = root.querySelector(".d-needs .count-badge");
    if (badge) { badge.textContent = asks; badge.hidden = !asks; }
    const told = root.querySelector("[data-later-told]");
    if (!told) return;
    told.hidden = !next;
    if (next) told.querySelector("time").textContent = hourSaid(new Date(next));
  }
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-later-for]");
    if (button) {
      const left = Number(root.querySelector("[data-clock]")?.dataset.clock ?? 0);
      const seconds = button.dataset.laterFor === "level" ? left || 900 : Number(button.dataset.laterFor);
      const kept = Object.fromEntries(later());
      kept[button.closest("[data-later]").dataset.later] = Date.now() + seconds * 1000;
      localStorage.setItem(LATER, JSON.stringify(kept));
      putAway();
    } else if (event.target.closest("[data-later-told] button")) {
      localStorage.removeItem(LATER);
      putAway();
    }
  });
  putAway();
  setInterval(putAway, 15000);
  document.addEventListener("htmx:afterSwap", putAway);

  // What was done is said for a while; what was refused stays until the next act.
  let fading = 0;
  document.addEventListener("htmx:afterSwap", (event) => {
    const told = document.getElementById("told");
    if (event.detail.elt !== told && event.detail.target?.id !== "told") return;
    clearTimeout(fading);
    const sent = event.detail.requestConfig?.elt;
    if (told.querySelector(".ok")) {
      fading = setTimeout(() => told.replaceChildren(), 6000);
      for (const part of [...waiting]) { waiting.delete(part); if (part.isConnected) { part.querySelectorAll("[data-tick]:checked").forEach((one) => { one.checked = false; }); document.activeElement?.blur?.(); htmx.trigger(part, "news"); } }
      if (sent?.matches?.(".bulk")) sent.reset();
      if (sent?.matches?.("[data-reset]")) sent.reset();
      if (sent?.matches?.(".penalty-give")) { const ask = root.querySelector(".penalty-ask"); for (const one of ask?.elements ?? []) { if (one.type === "checkbox") one.checked = false; else one.value = ""; } if (ask) htmx.trigger(ask, "submit"); }
      if (sent?.closest?.("details")) sent.closest("details").open = false;
    }
    (told.querySelector(".with-reason [name=reason]") ?? told.querySelector("#refused"))?.focus({ preventScroll: true });
  });
})();
