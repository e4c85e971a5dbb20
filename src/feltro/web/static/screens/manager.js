// The screen manager by hand: a view is dragged onto a television, a block is moved up and down without asking anybody.
// Without this script the same is done by the lists and buttons that stand there.
(() => {
  "use strict";
  const KIND = "application/x-feltro-view";
  document.addEventListener("dragstart", (event) => {
    const view = event.target.closest?.("[data-view-name]");
    if (!view) return;
    event.dataTransfer.setData(KIND, view.dataset.viewName);
    event.dataTransfer.effectAllowed = "copy";
    document.body.classList.add("dragging-view");
  });
  const over = (event) => event.dataTransfer?.types.includes(KIND) && event.target.closest?.("[data-drop]");
  const clear = () => { for (const one of document.querySelectorAll(".drop-here")) one.classList.remove("drop-here"); };
  document.addEventListener("dragover", (event) => {
    const card = over(event);
    if (!card) { clear(); return; }
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    if (!card.classList.contains("drop-here")) { clear(); card.classList.add("drop-here"); }
  });
  document.addEventListener("dragend", () => { clear(); document.body.classList.remove("dragging-view"); });
  document.addEventListener("drop", (event) => {
    const card = over(event);
    if (!card) return;
    event.preventDefault();
    const form = card.querySelector("form.assign");
    form.elements.view.value = event.dataTransfer.getData(KIND);
    form.requestSubmit();
  });

  // Rows of blocks: the fields travel in the order in which they stand.
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[name=up], button[name=down]");
    const row = button?.closest("li");
    if (!row) return;
    event.preventDefault();
    const other = button.name === "up" ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (button.name === "up") other.before(row); else other.after(row);
    button.focus();
    button.form.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // The own colours are asked for only where they count.
  const own = document.querySelector("[data-own-colours]");
  const look = () => { if (own) own.hidden = document.querySelector("[name=palette]:checked")?.value !== "own"; };
  document.addEventListener("change", look);
  look();

  // Copying an address by a touch.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-copy]");
    if (!button) return;
    try { await navigator.clipboard.writeText(button.dataset.copy); button.textContent = button.dataset.copied; } catch { /* it stands there to be read */ }
  });
})();
