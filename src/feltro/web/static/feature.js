// A televised table: cards and chips are tapped, and a device hears when another one went on.
(() => {
  const root = () => document.querySelector("#mesa");

  function cardsOf(picker) {
    const field = picker.querySelector("[name=cards]");
    const unseen = Number(picker.closest("form").querySelector("[data-unseen]")?.dataset.unseen || 0);
    const chosen = [...picker.querySelectorAll("[aria-pressed=true]")].sort((one, two) => one.dataset.at - two.dataset.at);
    field.value = chosen.length ? "??".repeat(unseen) + chosen.map(one => one.dataset.card).join("") : "";
    return chosen.length;
  }

  function choose(button) {
    const picker = button.closest("[data-picker]");
    const most = Number(picker.dataset.picker);
    if (button.getAttribute("aria-pressed") === "true") button.setAttribute("aria-pressed", "false");
    else if (picker.querySelectorAll("[aria-pressed=true]").length < most) {
      button.setAttribute("aria-pressed", "true");
      button.dataset.at = performance.now();
    }
    cardsOf(picker);
  }

  // Thousands as the page writes them; a comma between them the house does not read.
  const written = (chips) => document.documentElement.lang.startsWith("en") ? String(chips) : String(chips).replace(/\B(?=(\d{3})+$)/g, ".");

  // Chips are counted from nothing, as they are pushed; the key waits until they are as many as the rules ask for.
  function bet(form, add, to) {
    const field = form.querySelector("[name=chips]");
    const now = field.dataset.fresh === "no" ? amount(field) : 0;
    field.dataset.fresh = "no";
    field.value = written(Math.min(Number(field.dataset.most), to || now + add));
    allow(field);
  }
  const amount = (field) => Number(field.value.replace(/\D/g, "") || 0);
  function allow(field) {
    const chips = amount(field);
    field.form.querySelector("button.key").disabled = chips < Number(field.dataset.least) || chips > Number(field.dataset.most);
  }

  function typed(form) {
    // Typed by hand: cards face down in the same deal come before the open one.
    const unseen = Number(form.querySelector("[data-unseen]")?.dataset.unseen || 0);
    const field = form.querySelector("[name=cards]");
    if (unseen && field && field.value && !field.value.includes("?")) field.value = "??".repeat(unseen) + field.value.trim();
  }

  function wake() {
    for (const one of document.querySelectorAll(".deck, [data-size], [data-chip]")) one.hidden = false;
    for (const one of document.querySelectorAll("[data-raise] [name=chips]")) one.value = written(amount(one));
  }

  document.addEventListener("click", event => {
    const card = event.target.closest("[data-card]");
    const size = event.target.closest("[data-size]"), chip = event.target.closest("[data-chip]");
    if (card) choose(card);
    if (size) bet(size.closest("form"), 0, Number(size.dataset.size));
    if (chip) bet(chip.closest("form"), Number(chip.dataset.chip), 0);
  });
  document.addEventListener("input", event => { if (event.target.matches("[data-raise] [name=chips]")) { event.target.dataset.fresh = "no"; allow(event.target); } });
  document.addEventListener("submit", event => typed(event.target), true);
  document.addEventListener("htmx:configRequest", event => {
    const form = event.target.closest("form");
    if (form && form.querySelector("[data-unseen]")) { typed(form); event.detail.parameters.cards = form.querySelector("[name=cards]").value; }
  });
  document.addEventListener("htmx:afterSwap", wake);
  const lost = said => { const line = root()?.querySelector(".lost"); if (line) { line.textContent = said ? root().dataset.lost : ""; line.hidden = !said; } };
  document.addEventListener("htmx:sendError", () => lost(true));

  async function follow() {
    const table = root();
    const busy = document.querySelector(".htmx-request, [aria-pressed=true]") || table?.contains(document.activeElement) && document.activeElement.matches("input");
    if (!table || busy || document.hidden) return;
    try {
      const step = await (await fetch(table.dataset.follow)).text();
      lost(false);
      if (step.length < 40 && step !== table.dataset.step) htmx.ajax("GET", table.dataset.part, { target: "#mesa", swap: "outerHTML" });
    } catch { lost(true); }
  }
  document.addEventListener("DOMContentLoaded", () => { wake(); setInterval(follow, 1500); });
})();
