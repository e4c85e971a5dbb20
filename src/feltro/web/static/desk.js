// The desk by keyboard: name, Enter, Enter, F2, Enter. Every form works without this file.
(() => {
  "use strict";
  const search = () => document.querySelector("[data-desk-search]");
  const results = () => [...document.querySelectorAll("[data-result]")];
  let wanted = false;

  function toSearch() {
    const box = search();
    if (!box) return;
    box.value = "";
    box.focus({ preventScroll: true });
    scrollTo(0, 0); // the next customer begins at the top: the event is named there
    htmx.trigger(box, "input");
  }

  function choose() {
    const first = results()[0];
    if (!first) return;
    wanted = false;
    htmx.process(first); // a list that came this instant is not htmx's yet, and its links would load whole pages
    first.click();
  }

  document.addEventListener("keydown", (event) => {
    const box = search();
    const links = results();
    const place = links.indexOf(document.activeElement);
    if (event.altKey && event.key.toLowerCase() === "n") {
      event.preventDefault();
      document.querySelector("[data-new-player]")?.click();
    } else if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      toSearch();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (event.target === box || place >= 0)) {
      event.preventDefault();
      const next = place + (event.key === "ArrowDown" ? 1 : -1);
      if (next < 0) box.focus(); else links[Math.min(next, links.length - 1)]?.focus();
    } else if (/^F\d$/.test(event.key)) {
      const means = document.querySelector(`[data-sale] [data-key="${event.key}"]`);
      if (!means) return;
      event.preventDefault();
      means.checked = true;
      seen(means);
      bill(means);
    }
  });

  document.addEventListener("click", (event) => {
    const chosen = event.target.closest?.("[data-result]");
    if (!chosen) return;
    for (const one of results()) one.removeAttribute("aria-current");
    chosen.setAttribute("aria-current", "true");
  });

  // Enter in the search takes the first of what was typed, also when the list is still on its way.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "find") return;
    event.preventDefault();
    if (search().value.trim() === "") return;
    if (search().dataset.shown === search().value) choose(); else wanted = true;
  }, true);

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "found" && search()) {
      search().dataset.shown = event.detail.requestConfig?.parameters?.q ?? search().value;
      if (wanted && search().dataset.shown === search().value) choose();
    }
  });

  // Enter on what is sold goes on to how it is paid; there, without a choice, it stays.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-sale] input")) return;
    const form = event.target.form;
    const paid = form.querySelector("[name=method_1]:checked");
    if (event.target.name === "item" || event.target.name === "day" || !paid) {
      event.preventDefault();
      seen(paid ?? form.querySelector("[name=method_1]"));
    }
  });

  function bill(field) {
    const form = field.form;
    const paid = form.querySelector("[name=method_1]:checked");
    const alone = !form.method_2?.value && !form.method_3?.value && !form.amount_1?.value;
    const amount = form.querySelector("[data-amount]"); // not there for whoever has no drawer
    if (paid && alone && amount) amount.textContent = paid.dataset.total;
    if (paid) htmx.trigger(document.getElementById("bill"), "bill");
  }
  document.addEventListener("input", (event) => { if (event.target.matches("[data-bill], [name=method_1]")) bill(event.target); });
  document.addEventListener("htmx:afterSettle", (event) => {
    const take = event.detail.target.id === "bill" && event.detail.target.querySelector("[data-take]");
    const amount = take && document.querySelector("[data-amount]");
    if (amount) amount.textContent = take.dataset.take;
  });

  // The page stays where it is: what is focused is in sight, or comes into it by no more than it must.
  function seen(one) {
    one?.focus({ preventScroll: true });
    intoSight(one);
  }
  function intoSight(one) {
    const box = document.activeElement === one && one?.getBoundingClientRect();
    const bars = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0; // what stands over the foot of the page
    if (box && (box.bottom > innerHeight - bars || box.top < 0)) one.scrollIntoView({ block: "nearest" });
  }

  // A new counter puts the focus where the work goes on; after a sale that is the search. At once and once only:
  // whoever types fast has moved on before htmx settles what it swapped. Until then the new counter has the columns of the
  // one before it, so that only afterwards it is known what lies out of sight.
  document.addEventListener("htmx:afterSwap", () => {
    const counter = document.getElementById("counter");
    if (!counter || counter.dataset.seen) return;
    counter.dataset.seen = "1";
    const first = counter.querySelector("[autofocus]");
    for (const one of counter.querySelectorAll("[autofocus]")) one.removeAttribute("autofocus");
    if (counter.querySelector(".done")) { toSearch(); return; }
    const refused = counter.querySelector("#refused");
    const here = counter.querySelector("[data-wrong]") ?? refused ?? first;
    here?.focus({ preventScroll: true });
    document.addEventListener("htmx:afterSettle", () => intoSight(document.activeElement), { once: true });
    if (refused && counter.querySelector("[data-sale]")) {
      (counter.querySelector(".asked :invalid") ?? counter.querySelector("[name=method_1]:checked, [name=item]:checked"))?.focus();
    }
  });
  document.getElementById("counter")?.setAttribute("data-seen", "1");
  const opened = document.querySelector("#counter [autofocus]");
  if (opened) { scrollTo(0, 0); seen(opened); } // the browser's own way scrolls the event under the header
  if (document.querySelector("#counter .done")) search()?.focus();
  if (search()) search().dataset.shown = search().value;

  // From the list of last sales to the form that takes one back.
  const named = location.hash.startsWith("#anular-") && document.getElementById(location.hash.slice(1));
  if (named) { named.open = true; named.scrollIntoView({ block: "center" }); named.querySelector("[name=reason]")?.focus(); }
})();
