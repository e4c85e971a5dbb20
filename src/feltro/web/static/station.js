// The printer's page: a paper goes to the printer from here, without a tab of its own. Without this script it opens in one.
(() => {
  "use strict";
  const frame = document.querySelector("[data-frame]");
  const told = document.querySelector("[data-told]");
  const alone = document.querySelector("[data-alone]");
  const box = alone.querySelector("input");
  const KEY = "feltro-prints-alone";
  let busy = false;

  const queue = () => document.getElementById("queue");
  const first = () => document.querySelector("#queue [data-first]");

  function tell(text, bad) {
    told.textContent = text;
    told.hidden = !text;
    told.classList.toggle("bad", Boolean(bad));
  }

  // The printer has the paper when its dialogue was shown; with --kiosk-printing there is none.
  function send(address) {
    return new Promise((done) => {
      const late = setTimeout(done, 8000);
      frame.onload = () => {
        clearTimeout(late);
        try { frame.contentWindow.focus(); frame.contentWindow.print(); } catch { window.open(address, "_blank"); }
        setTimeout(done, 1500);
      };
      frame.hidden = false;
      frame.src = address;
    });
  }

  async function print(form) {
    if (busy) return;
    busy = true;
    tell(told.dataset.printing);
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { accept: "application/json" } }).catch(() => null);
    const said = answer ? await answer.json().catch(() => ({})) : {};
    if (said.sent) tell("");
    else if (said.address) { await send(said.address); tell(""); } else tell(said.refused || told.dataset.failed, true);
    if (said.refused) refused.add(name(form));
    busy = false;
    htmx.trigger(queue(), "news");
  }

  // What was refused, by itself is not asked for again and again; without an answer it is, when there is news.
  const name = (form) => form.action + new FormData(form).getAll("of").join(" ");
  const refused = new Set();

  function keep() {
    try { localStorage.setItem(KEY, box.checked ? "1" : ""); } catch { /* a browser that keeps nothing asks again */ }
  }

  function next() {
    if (!box.checked || busy) return;
    const form = [...document.querySelectorAll("#queue ol [data-print]")].find((one) => !refused.has(name(one)));
    if (form) print(form);
  }

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.matches("[data-print]")) return;
    event.preventDefault();
    print(event.target);
  });
  document.addEventListener("keydown", (event) => {
    const writing = event.target.closest("input, select, textarea, button, a, summary, dialog");
    if (event.key !== "Enter" || event.repeat || writing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (first()) { event.preventDefault(); print(first().form); }
  });
  document.addEventListener("htmx:afterSettle", () => next());
  document.querySelector(".takes").addEventListener("change", (event) => event.currentTarget.submit());
  document.querySelector(".takes button").hidden = true;
  try { box.checked = localStorage.getItem(KEY) === "1"; } catch { /* as above */ }
  box.addEventListener("change", () => { keep(); next(); });
  alone.hidden = false;
  // What grows too old to be printed leaves the queue, though nothing has happened.
  setInterval(() => { if (!busy && !document.hidden) htmx.trigger(queue(), "news"); }, 60000);
  next();
})();
