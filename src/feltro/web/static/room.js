// The frame of the staff's pages: palette, keys, undo. Every page works without this file.
(() => {
  "use strict";
  // A field of a dialog that was just closed may still hold the focus for a moment.
  const typing = (event) => (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable) && !event.target.closest("dialog:not([open])");
  const palette = document.getElementById("palette");
  const keys = document.getElementById("keys");

  // On a phone the tab that one is on is in sight.
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

  function openPalette() {
    palette.showModal();
    const box = palette.querySelector("input");
    box.select();
    if (!document.getElementById("palette-found").childElementCount) htmx.trigger(box, "input");
  }

  document.querySelector("[data-palette]")?.addEventListener("click", (event) => { event.preventDefault(); openPalette(); });

  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if ((key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing(event))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      openPalette();
    } else if (event.key === "?" && !typing(event)) {
      event.preventDefault();
      keys.showModal();
    } else if (key === "z" && event.altKey) {
      event.preventDefault();
      document.querySelector("[data-undo]")?.click();
    }
  }, true);

  // In the palette the arrows move and Enter opens the first.
  palette?.addEventListener("keydown", (event) => {
    const links = [...palette.querySelectorAll(".found a")];
    const place = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      // A search field would only empty itself.
      event.preventDefault();
      palette.close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      event.stopPropagation();
      const next = place + (event.key === "ArrowDown" ? 1 : -1);
      if (next < 0) palette.querySelector("input").focus(); else links[Math.min(next, links.length - 1)]?.focus();
    } else if (event.key === "Enter" && place < 0 && links.length) {
      event.preventDefault();
      links[0].click();
    }
  });
  for (const dialog of [palette, keys]) {
    dialog?.addEventListener("close", () => { if (dialog.contains(document.activeElement)) document.activeElement.blur(); });
    dialog?.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }

  // A menu of the head closes by itself: one is open at a time, and none after a tap elsewhere.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });

  // After a refusal every field that it is about is marked, and the focus is on the first of them, else on what is said, so
  // that it is read and heard.
  function markWrong(refused) {
    const fields = [...document.querySelectorAll("main [name]")].filter((one) => one.checkVisibility?.() ?? true);
    for (const told of refused.querySelectorAll("[data-field]")) {
      const named = fields.find((one) => one.name === told.dataset.field);
      if (named) { named.setAttribute("aria-invalid", "true"); named.dataset.wrong = ""; }
    }
    (document.querySelector("main [data-wrong]") ?? refused).focus();
  }
  const refused = document.getElementById("refused");
  if (refused) markWrong(refused);
})();
