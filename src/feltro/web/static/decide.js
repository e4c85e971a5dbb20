// Decidir: the page stays where the thumb left it, opens without a network, and sends later what could not be sent.
// Without this file every key still works.
(() => {
  "use strict";
  const QUEUE = "feltro-decidir", root = document.documentElement;
  const held = document.getElementById("d-held");
  const waiting = () => { try { return JSON.parse(localStorage.getItem(QUEUE) || "[]"); } catch { return []; } };
  const keep = (rows) => { try { localStorage.setItem(QUEUE, JSON.stringify(rows)); } catch { /* nothing to keep it in */ } show(); };

  // A situation is sent by the page that can show its answer: not by the book, which is read meanwhile, nor for another event.
  const mine = (row) => row.path.endsWith("/guardar") || document.getElementById("decidir")?.dataset.path === row.path.replace(/\/\w+$/, "");

  // Why it waits: nobody answers, its sender is not let in any more, or the house did not take it.
  let outside = false, refused = false, token = "";

  // What waits is said, with how many and since when.
  function show() {
    if (!held) return;
    const rows = waiting().filter(mine);
    held.hidden = !rows.length;
    if (!rows.length) return;
    const said = (name) => held.dataset[name].replace("%n", rows.length) + " · " + new Date(rows[0].at).toTimeString().slice(0, 5).replace(":", "h");
    held.textContent = said(outside ? "outside" : refused ? "refused" : "text");
    if (outside) held.append(" ", Object.assign(document.createElement("a"), { href: "/entrar?" + new URLSearchParams({ depois: location.pathname + location.search }), textContent: held.dataset.enter }));
  }

  // A tap that found nobody: the situation as the form has it, and the tap itself. What was told in words is a
  // situation of its own each time; another tap on the same page says the same one otherwise.
  const visit = Date.now().toString(36);
  function hold(path, sent) {
    const body = new URLSearchParams([...sent.entries()]).toString(), words = sent.get("tap") === "words:";
    const key = visit + (words ? body : sent.get("key"));
    const rows = waiting().filter((one) => one.path.endsWith("/guardar") || one.key !== key);
    keep([...rows, { path, key, body, at: Date.now() }]);
    if (words) for (const line of document.querySelectorAll("#decidir [name=palavras]")) line.value = "";
  }
  const lost = () => document.getElementById("lost")?.hidden === false;
  addEventListener("submit", (event) => {
    if (!lost() || !event.target.closest("#decidir") || event.target.method !== "post") return;
    event.preventDefault();
    event.stopPropagation();
    const to = event.submitter?.getAttribute("formaction") || event.target.getAttribute("action");
    hold(to, new FormData(event.target, event.submitter));
  }, true);
  addEventListener("htmx:beforeRequest", (event) => {
    const asked = event.detail.requestConfig;
    if (!lost() || asked.verb !== "post" || !asked.path.startsWith("/decidir/") || asked.path.endsWith("/mais")) return;
    event.preventDefault();
    event.stopPropagation();
    hold(asked.path, asked.formData);
  }, true);
  // Before anybody says that nothing was sent and is to be tried again: this is kept, and said so.
  document.addEventListener("htmx:sendError", (event) => {
    const asked = event.detail.requestConfig;
    if (asked?.verb !== "post" || !asked.path.startsWith("/decidir") || asked.path.endsWith("/mais")) return;
    event.detail.held = true;
    hold(asked.path, asked.formData);
  }, true);

  // What came back for each, in the order in which it was seen: a tap opens it.
  const came = document.getElementById("d-came"), arrivals = [];
  function open(html) {
    const page = document.getElementById("decidir");
    page.outerHTML = html;
    htmx.process(document.getElementById("decidir"));
  }
  function arrived(row, html) {
    const found = new DOMParser().parseFromString(html, "text/html"), item = document.createElement("button");
    const read = (query) => [...found.querySelectorAll(query)].map((one) => one.textContent.trim()).filter(Boolean);
    const line = (name, text) => { const made = document.createElement(name); made.textContent = text; item.append(made); };
    item.type = "button";
    line("small", new Date(row.at).toTimeString().slice(0, 5).replace(":", "h") + " " + read("#visto li p").join(". "));
    line("strong", read("#decisao h1, #decisao .d-amount").join(" ") || read("#pergunta h2, .d-problem").join(" ") || read(".d-regular").join(" "));
    line("span", [...read("#decisao .d-if"), ...read("#decisao .d-clause")].join(" · "));
    item.addEventListener("click", () => open(html));
    const place = document.createElement("li");
    place.append(item);
    arrivals.push(place);
    if (arrivals.length < 2) return;
    came.querySelector("ol").replaceChildren(...arrivals);
    came.hidden = false;
  }

  // The server is back: all of it in order; the last answer is shown whole, and where there were several each of them above it.
  let sending = false;
  const post = (row) => {
    const body = new URLSearchParams(row.body);
    if (token) body.set("_csrf_token", token);
    return fetch(row.path, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" } });
  };
  // The sign of the form is as old as the form: whoever came in again has another, and the page asked for anew bears it.
  async function renewed() {
    const answer = await fetch(location.href, { cache: "no-store" });
    const found = answer.ok && !answer.redirected && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#decidir [name=_csrf_token]");
    token = found ? found.value : "";
    return Boolean(token);
  }
  // Only what was answered leaves: whoever is not let in any more is asked to come in, and nothing that was seen is lost meanwhile.
  async function send() {
    if (sending) return;
    sending = true;
    try {
      for (let first; (first = waiting().find(mine));) {
        let answer = await post(first);
        if (answer.status === 429 || answer.status >= 500) break;
        const inside = answer.ok || await renewed();
        if (answer.status === 403 && inside) answer = await post(first);
        [outside, refused] = [!inside, inside && !answer.ok];
        if (!answer.ok) { show(); break; }
        keep(waiting().filter((one) => one.key !== first.key || one.at !== first.at));
        if (document.getElementById("decidir")?.dataset.path !== first.path.replace(/\/\w+$/, "")) continue;
        const html = await answer.text();
        if (came) arrived(first, html);
        if (!waiting().some(mine)) open(html);
      }
    } catch { /* still nobody */ } finally { sending = false; }
  }
  addEventListener("online", send);
  document.addEventListener("feltro:found", send);
  let turns = 0;
  setInterval(() => { if (!(outside || refused) || ++turns % 8 === 0) send(); }, 4000);
  show();
  send();

  // The event's book, searched here: accents and capitals do not matter, every word has to be there.
  const bare = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  document.querySelector("[data-filter]")?.addEventListener("input", (event) => {
    const words = bare(event.target.value).split(/\s+/).filter(Boolean);
    for (const one of document.querySelectorAll("[data-filtered] > li")) {
      const text = bare(one.textContent);
      one.hidden = !words.every((word) => text.includes(word));
    }
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "decidir") return;
    // Tapped far down, in the list of topics: the ruling came above what is on the screen.
    const ruled = document.getElementById("decisao")?.getBoundingClientRect();
    if (ruled && ruled.top < 0) scrollTo(0, 0);
    if (matchMedia("(pointer: coarse)").matches) return;
    document.querySelector("#pergunta input")?.focus();
  });

  // Where the browser allows it (https, or this very machine) the page and the book are kept.
  (async () => {
    const page = document.getElementById("decidir");
    if (!navigator.serviceWorker || !page) return;
    const found = await navigator.serviceWorker.register("/guarda-decidir.js", { scope: "/decidir" });
    navigator.serviceWorker.addEventListener("message", () => { root.dataset.keeper = "on"; });
    const hand = found.active || await new Promise((done) => {
      const coming = found.installing || found.waiting;
      coming.addEventListener("statechange", () => { if (coming.state === "activated") done(coming); });
    });
    const parts = [...document.querySelectorAll("script[src], link[href]")].map((one) => one.src || one.href);
    const fonts = performance.getEntriesByType("resource").map((one) => one.name);
    const worker = document.querySelector("script[data-worker]")?.dataset.worker;
    const own = [location.href.split("#")[0], ...parts, ...fonts, ...(worker ? [worker] : []), ...(page.dataset.book ? [page.dataset.book] : [])];
    hand.postMessage({ keep: [...new Set(own.map((one) => new URL(one, location.href).href))].filter((one) => one.startsWith(location.origin)) });
  })().catch(() => { /* not allowed here */ });
})();
