// Taps at a table: each is kept before it is sent, and goes when somebody answers: once, in order, with when it was tapped.
// What waits survives a reload. Without this file every key is a plain form.
(() => {
  "use strict";
  const QUEUE = "feltro-toques", NO = "feltro-toques-recusados", AGAIN_MS = 2000;
  const read = (name) => { try { return JSON.parse(localStorage.getItem(name) || "[]"); } catch { return []; } };
  const write = (name, rows) => { try { localStorage.setItem(name, JSON.stringify(rows)); } catch { /* nothing to keep it in */ } };
  let token = JSON.parse(document.body.getAttribute("hx-headers"))["x-csrftoken"];
  const OPENED = performance.timeOrigin;
  let away = 0, sending = false, gone = false;
  const sent = []; // answered, and not yet seen in the page

  const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

  // A hand goes with its number, so that two tablets that tell of the same one count it once. The page knows the number
  // of the next; what was tapped here since and is not in the page yet lies between.
  const counted = {}; // by table: the number that the page said last, and the last one that went from here
  function numbered(path, fields) {
    const of = (rows) => Number(Object.fromEntries(rows).hand) || 0, said = of(fields);
    const mine = read(QUEUE).filter((row) => row.path === path && row.mark === "hand").map((row) => of(row.fields));
    const before = counted[path], last = before && said >= before.said ? before.last : 0; // a page that counts back: a hand was undone
    const hand = Math.max(said, 1 + Math.max(last, ...mine, 0));
    counted[path] = { said, last: hand };
    return fields.map(([name, value]) => [name, name === "hand" ? String(hand) : value]);
  }

  function keep(path, given, mark) {
    const fields = mark === "hand" ? numbered(path, given) : given;
    const row = { path, fields, mark, key: random(), at: Date.now(), since: performance.now(), opened: OPENED };
    write(QUEUE, [...read(QUEUE), row]);
    show();
    send();
    return row;
  }

  // The number that waits, and since when; a tap that is answered at once is never seen to wait.
  let shownAt = 0;
  function show() {
    const rows = read(QUEUE), line = document.getElementById("toques");
    document.dispatchEvent(new CustomEvent("feltro:taps", { detail: [...rows, ...sent] }));
    if (!line) return;
    const waits = rows.length && (away || gone || Date.now() - rows[0].at > 1500);
    line.hidden = !waits && !away && !gone;
    const hour = (at) => new Date(at).toTimeString().slice(0, 5).replace(":", "h").replace(/^0/, "");
    const said = rows.length === 1 ? line.dataset.one : line.dataset.more.replace("%n", rows.length);
    line.className = gone ? "bad" : "now";
    if (gone) line.textContent = rows.length ? `${line.dataset.over} · ${said}` : line.dataset.over;
    else if (!line.hidden) line.textContent = waits ? `${said} · ${hour(rows[0].at)}` : `${line.dataset.lost} · ${hour(away)}`;
    clearTimeout(shownAt);
    if (rows.length && !waits) shownAt = setTimeout(show, 1600);
  }

  function refused(row, text, clauses) {
    write(NO, [...read(NO), { key: row.key, text, clauses, at: row.at }].slice(-20));
    showRefused();
  }
  function showRefused() {
    const list = document.getElementById("recusas");
    if (!list) return;
    const rows = read(NO);
    list.hidden = !rows.length;
    list.className = "bad";
    list.replaceChildren(...(rows.length ? [said(rows[0], list.dataset.seen)] : []));
  }
  function said(row, seen) {
    const line = document.createDocumentFragment(), text = document.createElement("span"), button = document.createElement("button");
    text.textContent = row.text + (row.clauses ? ` ${row.clauses}` : "");
    button.type = "button";
    button.textContent = seen;
    button.addEventListener("click", () => { write(NO, read(NO).filter((one) => one.key !== row.key)); showRefused(); });
    line.append(text, button);
    return line;
  }
  const plain = (html) => { const box = new DOMParser().parseFromString(html || "", "text/html"); return box.body.textContent.trim(); };

  async function freshToken() {
    const page = await fetch(location.pathname, { cache: "no-store" });
    const found = /x-csrftoken": "([^"]+)"/.exec(await page.text());
    if (found) token = found[1];
    return Boolean(found);
  }

  // How long it lay here. A clock that was put back since does not make it younger; one that slept does not tick.
  const lay = (row) => Math.max(0, Date.now() - row.at, row.opened === OPENED ? performance.now() - row.since : 0);

  const post = (row) => fetch(row.path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "x-csrftoken": token, "x-feltro-tap": "1" },
    body: new URLSearchParams([...row.fields, ["key", row.key], ["tapped", row.at], ["sent", Math.round(row.at + lay(row))]]),
  });

  // One after the other, the oldest first. A row goes only when it was answered: by the house, not by something on the way.
  async function send() {
    if (sending) return;
    sending = true;
    try {
      let renewed = false;
      for (let rows = read(QUEUE); rows.length; rows = read(QUEUE)) {
        const row = rows[0], answer = await post(row);
        if (answer.status === 403 && !renewed) { renewed = await freshToken(); if (renewed) continue; }
        if (answer.status === 404 && answer.headers.get("X-Feltro-Session") === "over") { gone = true; break; }
        if (answer.status !== 200 && answer.status < 400 || answer.status >= 500 || [403, 404, 423, 429].includes(answer.status)) throw new Error("away");
        write(QUEUE, read(QUEUE).filter((one) => one.key !== row.key));
        const told = answer.status === 200 ? await answer.json() : { done: false, text: `${answer.status}` };
        away = 0;
        if (told.done) { sent.push(row); if (told.asked) refused(row, document.getElementById("toques")?.dataset.asked ?? ""); } else refused(row, told.text, plain(told.clauses));
        if (!read(QUEUE).length) setTimeout(() => { sent.length = 0; show(); }, 1500);
      }
    } catch { away = away || Date.now(); } finally { sending = false; show(); }
  }

  // The form of a key, or what a script makes of one.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-tap]")) return;
    event.preventDefault();
    event.stopPropagation();
    const fields = [...new FormData(form, event.submitter).entries()].filter(([name, value]) => value !== "" && name !== "_csrf_token" && name !== "back").map(([name, value]) => [name, String(value)]);
    const asked = new CustomEvent("feltro:tap", { cancelable: true, detail: { form, fields, mark: form.dataset.mark ?? "" } });
    if (!document.dispatchEvent(asked)) return;
    keep(form.getAttribute("action"), fields, form.dataset.mark ?? "");
    form.querySelectorAll("input:not([type=hidden]):not([type=checkbox]):not([type=radio])").forEach((one) => { one.value = ""; });
    if (!form.closest("#fichas")) location.hash = "";
  }, true);

  // Whoever ended this tablet's session ended what it shows: nobody is to work with an old table and not know it.
  document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.xhr?.getResponseHeader("X-Feltro-Session") === "over") { gone = true; show(); } });
  addEventListener("online", send);
  addEventListener("offline", () => { away = away || Date.now(); show(); });
  document.addEventListener("feltro:found", () => { away = 0; send(); show(); });
  document.addEventListener("feltro:lost", () => { away = away || Date.now(); show(); });
  new MutationObserver(() => { const bar = document.getElementById("lost"); if (bar && !bar.hidden) { away = away || Date.now(); } else if (!read(QUEUE).length) away = 0; show(); }).observe(document.getElementById("lost"), { attributes: true, attributeFilter: ["hidden"] });
  document.addEventListener("htmx:afterSettle", () => { sent.length = 0; show(); showRefused(); });
  setInterval(() => { if (read(QUEUE).length) send(); }, AGAIN_MS);
  window.feltroTaps = { keep };
  document.addEventListener("DOMContentLoaded", () => { show(); showRefused(); send(); });
  show();
  showRefused();
  send();

  // Where the browser allows it (https, or this very machine) the page opens again without a network.
  let keptAt = 0;
  async function keepPage() {
    if (!navigator.serviceWorker || Date.now() - keptAt < 60000) return;
    keptAt = Date.now();
    const scope = location.pathname.startsWith("/mesa") ? "/mesa" : "/dealer";
    const found = await navigator.serviceWorker.register("/guarda-decidir.js", { scope });
    navigator.serviceWorker.addEventListener("message", () => { document.documentElement.dataset.keeper = "on"; });
    const hand = found.active || await new Promise((done) => {
      const coming = found.installing || found.waiting;
      coming.addEventListener("statechange", () => { if (coming.state === "activated") done(coming); });
    });
    const parts = [...document.querySelectorAll("script[src], link[href]")].map((one) => one.src || one.href);
    const fonts = performance.getEntriesByType("resource").map((one) => one.name).filter((one) => one.includes("/static/"));
    const worker = document.querySelector("script[data-worker]")?.dataset.worker;
    const own = [location.href.split("#")[0], ...parts, ...fonts, ...(worker ? [worker] : [])];
    hand.postMessage({ keep: [...new Set(own.map((one) => new URL(one, location.href).href))].filter((one) => one.startsWith(location.origin)) });
  }
  const quietly = () => keepPage().catch(() => { /* not allowed here */ });
  document.addEventListener("htmx:afterSettle", () => { if (!away) quietly(); });
  quietly();
})();
