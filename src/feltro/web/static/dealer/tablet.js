// The table's tablet: the clock counts on by itself, what was tapped is marked at once, a bust can be taken back for six seconds.
(() => {
  "use strict";
  const GRACE = 6;
  const $ = (query) => document.querySelector(query);

  // The server's parts of the day: whichever has its end ahead is shown, answered or not.
  let told = null, ahead = 0, kept = Number(document.documentElement.dataset.kept); // a page that was kept is as old as that
  function clock() {
    const face = $("[data-stages]");
    if (!face || face.hasAttribute("data-still")) return;
    if (face.feltroRead !== face.dataset.stages + face.dataset.now) {
      face.feltroRead = face.dataset.stages + face.dataset.now;
      told = JSON.parse(face.dataset.stages);
      ahead = Number(face.dataset.now) - (kept || Date.now());
      kept = 0;
    }
    const now = Date.now() + ahead, part = told.find((one) => one.until > now);
    if (!part) return;
    const left = Math.max(0, Math.ceil((part.until - now) / 1000)), two = (n) => String(n).padStart(2, "0");
    face.textContent = left >= 3600 ? `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}` : `${two(Math.floor(left / 60))}:${two(left % 60)}`;
    for (const what of ["stakes", "posted", "title"]) {
      const place = $(`[data-${what}]`);
      if (place && place.textContent !== part[what]) place.textContent = part[what];
    }
  }

  // The ring: what is left of the part that runs.
  function arc() {
    for (const ring of document.querySelectorAll(".ring[data-countdown]")) {
      const whole = { silent: Number(ring.dataset.silent) + Number(ring.dataset.seconds), card: Number(ring.dataset.card) };
      const of = ring.dataset.state === "card" ? whole.card : whole.silent;
      const left = Number(ring.querySelector("[data-left]").textContent), part = of ? Math.min(100, Math.max(0, left / of * 100)) : 0;
      ring.querySelector("circle.left")?.setAttribute("stroke-dasharray", `${part} 100`);
    }
  }

  // What was tapped and is not in the page yet is marked where it belongs.
  const idOf = (letter, key) => `${letter}${key.slice(0, 6)}x${key.slice(6, 12)}`;
  let pending = [];
  document.addEventListener("feltro:taps", ({ detail }) => { pending = detail; mark(); });
  function mark() {
    document.querySelectorAll(".tag.waits").forEach((one) => one.classList.remove("waits", "is-out"));
    for (const row of pending) {
      const [what, entry] = (row.mark || "").split(":");
      const entries = what === "out" ? row.fields.filter(([name]) => name === "entry").map(([, value]) => value) : entry ? [entry] : [];
      for (const one of entries) {
        const tag = $(`.tag[data-entry="${CSS.escape(one)}"]`);
        if (!tag) continue;
        tag.classList.add("waits");
        if (what === "out") tag.classList.add("is-out");
        if (what === "away") tag.classList.add("is-away");
        if (what === "back") tag.classList.remove("is-away", "is-absent");
      }
    }
    const hands = pending.filter((row) => row.mark === "hand").length, key = $(".count small");
    if (key) { key.dataset.said ??= key.textContent; key.textContent = hands ? `${key.dataset.said} (+${hands})` : key.dataset.said; }
    // Whoever acted has no clock any more, answered or not; where the house refuses that, it comes back.
    const over = pending.filter((row) => row.mark === "stopped").map((row) => Object.fromEntries(row.fields).time);
    for (const ring of document.querySelectorAll(".ring:not([data-local])")) ring.hidden = over.includes(ring.dataset.time);
    localRing();
  }

  // A time that nobody could be asked for counts here, the turn's or one called for, by the seconds that the page knows.
  function localRing() {
    const area = $(".felt-area"), started = pending.filter((row) => row.mark?.startsWith("time:")).at(-1);
    const over = started && pending.some((row) => row.mark === "stopped" && row.fields.some(([name, value]) => name === "time" && value === idOf("q", started.key)));
    const there = $(".ring[data-local]");
    if (!area || !started || over || $(".ring:not([data-local], [hidden])")) { there?.remove(); return; }
    if (there?.dataset.local === started.key) return;
    there?.remove();
    const told = Object.fromEntries(started.fields), called = told.kind === "call";
    const tag = $(`.tag[data-entry="${CSS.escape(told.entry || started.mark.slice(5))}"]`), mould = $(called ? "#ring-mould-call" : "#ring-mould");
    const [silent, seconds] = called ? JSON.parse(area.dataset.called || "{}")[told.faces || "bet"] || [] : [tag?.dataset.silent, tag?.dataset.seconds];
    if (!tag || !mould || seconds === undefined) return;
    const ring = mould.content.firstElementChild.cloneNode(true);
    ring.dataset.local = started.key;
    Object.assign(ring.dataset, { silent, seconds, card: called ? 0 : tag.dataset.card, cards: called ? 0 : tag.dataset.cards });
    ring.dataset.gone = String((Date.now() - started.at) / 1000);
    ring.querySelector("[data-ring-name]").textContent = tag.dataset.name;
    ring.querySelector("[data-ring-seat]").textContent = tag.dataset.seat;
    for (const field of ring.querySelectorAll("[name=time]")) field.value = idOf("q", started.key);
    area.append(ring);
  }

  // Out in two taps: the chair, then the key. For six seconds nothing is sent; a touch stops the count.
  let left = 0, ticking = 0;
  const bust = () => $("#saida form");
  function said() {
    const form = bust(), names = [...form.querySelectorAll("[name=entry]:checked")];
    form.querySelector("[data-bust-said]").textContent = names.map((one) => one.dataset.name).join(", ");
    const stacks = form.querySelector("[data-stacks]");
    if (!stacks) return;
    stacks.hidden = names.length < 2;
    for (const row of stacks.querySelectorAll("[data-stack-of]")) row.hidden = !names.some((one) => one.value === row.dataset.stackOf);
  }
  function open(entry) {
    const form = bust();
    form.reset();
    for (const one of form.querySelectorAll("[name=entry]")) one.checked = one.value === entry;
    said();
    location.hash = "saida";
    left = GRACE;
    form.querySelector("[data-bust-wait]").hidden = false;
    form.querySelector("[data-bust-left]").textContent = left;
    clearInterval(ticking);
    ticking = setInterval(tick, 1000);
  }
  function stop() { clearInterval(ticking); const wait = bust()?.querySelector("[data-bust-wait]"); if (wait) wait.hidden = true; }
  function tick() {
    const form = bust();
    if (!form || location.hash !== "#saida") { clearInterval(ticking); return; }
    left -= 1;
    form.querySelector("[data-bust-left]").textContent = left;
    if (left <= 0) { clearInterval(ticking); form.requestSubmit(); }
  }
  document.addEventListener("feltro:tap", (event) => {
    const { form, fields, mark: what } = event.detail;
    if (what.startsWith("out:")) { event.preventDefault(); open(what.slice(4)); return; }
    if (!form.matches("[data-bust]")) return;
    event.preventDefault();
    stop();
    const out = fields.filter(([name]) => name === "entry").map(([, value]) => value);
    if (!out.length) return;
    const by = [...form.querySelectorAll("[data-by]:checked")].map((one) => one.dataset.by).filter((one) => !out.includes(one));
    const won = out.flatMap((one) => by.map((winner) => [`by_${one}`, winner]));
    window.feltroTaps.keep(form.getAttribute("action"), [...fields, ...won], `out:${out[0]}`);
    form.reset();
    location.hash = "";
  });
  document.addEventListener("change", (event) => { if (event.target.closest("#saida")) { stop(); said(); } });
  document.addEventListener("focusin", (event) => { if (event.target.matches("#saida .typed")) stop(); });

  document.addEventListener("click", (event) => {
    const start = event.target.closest("[data-start]"), hands = event.target.closest("[data-send-hands]");
    if (event.target.closest("[data-bust-undo]")) clearInterval(ticking);
    if (start) {
      const form = [...document.querySelectorAll(`#assento-${start.dataset.start} form[data-mark^="time:"]`)][0];
      const faces = $("[name=faces-now]:checked");
      if (form && faces) { form.querySelector("[name=faces]").value = faces.value; form.requestSubmit(); }
    }
    if (hands) {
      const box = $("[data-hands]"), many = Math.min(Number(box.value) || 0, 30), form = $("form[data-mark=hand]");
      for (let one = 0; one < many && form; one += 1) form.requestSubmit();
      box.value = "";
      location.hash = "";
    }
    // Closing leaves no mark in the history: the way back is not through every key that was opened.
    const close = event.target.closest('a[href="#"]');
    if (close) { event.preventDefault(); history.replaceState(null, "", location.pathname + location.search); location.replace("#"); }
  });

  function beat() { clock(); arc(); }
  document.addEventListener("htmx:afterSettle", () => { beat(); });
  setInterval(beat, 250);
  beat();
})();
