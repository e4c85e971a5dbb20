// A phone gives its value to a draw: first only the seal of it, and the value itself once no further phone may join.
// The value never leaves the phone before.
"use strict";
(() => {
  const { sha256, fields, hex, unhex } = window.feltroHash;
  const seal = (draw, value) => hex(sha256(fields("feltro/draw/1/phone", draw, unhex(value))));

  const kept = (draw) => JSON.parse(localStorage.getItem("feltro-phone-" + draw) || "{}");
  const keep = (draw, mine) => localStorage.setItem("feltro-phone-" + draw, JSON.stringify(mine));

  function show(section, when) {
    for (const one of section.querySelectorAll("[data-when]")) one.hidden = one.dataset.when !== when;
  }

  function send(section, mine, value) {
    const form = section.querySelector("form");
    form.elements.sealed.value = mine.sealed;
    form.elements.value.value = value;
    form.submit();
  }

  for (const section of document.querySelectorAll("[data-phones]")) {
    const draw = section.dataset.phones, closed = Boolean(section.dataset.closed), mine = kept(draw);
    const refused = document.getElementById("refused") !== null;
    section.querySelector("[data-mine]").textContent = mine.value || "";
    if (!mine.value || (refused && !closed && !mine.shown)) {
      show(section, "out");
      const button = section.querySelector("button");
      if (!button) continue;
      button.disabled = false;
      section.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        const value = hex(crypto.getRandomValues(new Uint8Array(32))), fresh = { value, sealed: seal(draw, value) };
        keep(draw, fresh);
        send(section, fresh, "");
      });
    } else if (closed && !mine.shown && !refused) {
      keep(draw, { ...mine, shown: true });
      send(section, mine, mine.value);
    } else {
      show(section, mine.shown ? "done" : "in");
      if (!mine.shown) setTimeout(() => location.reload(), 4000);
    }
  }
})();
