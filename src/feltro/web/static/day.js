// The end of the day: after a bag is counted the pen stands in the next one; long lists of names can be narrowed.
(() => {
  "use strict";
  let next = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    const row = event.detail.elt.closest?.("[data-bags] > [data-row]");
    if (!row) return;
    const after = row.nextElementSibling ?? row.parentElement.closest("details")?.nextElementSibling?.querySelector("[data-row]");
    next = after?.dataset.row ?? "";
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!next || event.detail.target?.id !== "day") return;
    const row = document.querySelector(`#day [data-bags] > [data-row="${CSS.escape(next)}"]`);
    next = "";
    const table = row?.closest("details");
    if (table) table.open = true;
    row?.querySelector("input[name=chips]")?.focus();
  });
  document.addEventListener("htmx:afterSwap", () => { if (document.querySelector("#told #refused")) next = ""; });

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  for (const filter of document.querySelectorAll("[data-filtered] .filter")) {
    filter.hidden = false;
    filter.addEventListener("input", () => {
      const words = plain(filter.value).split(/\s+/);
      for (const one of filter.parentElement.querySelectorAll("label")) {
        one.hidden = !one.querySelector("input").checked && !words.every((word) => plain(one.textContent).includes(word));
      }
    });
    filter.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  }
})();
