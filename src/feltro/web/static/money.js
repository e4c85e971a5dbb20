// The deal room on several screens at once: news never takes away what somebody is typing, nor where the pen stands.
(() => {
  "use strict";
  const waiting = new Set();
  // A button that is being pressed is not taken from under the finger.
  let pressed = false;
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  const lift = () => setTimeout(() => { pressed = false; catchUp(); }, 250);
  document.addEventListener("pointerup", lift, true);
  document.addEventListener("pointercancel", lift, true);
  const typing = (part) => {
    const field = document.activeElement;
    return part.contains(field) && field.matches("input, textarea") && field.value !== field.defaultValue;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const part = event.detail.elt;
    if (!part.matches?.("[data-live]") || !(pressed || typing(part))) return;
    event.preventDefault();
    hold(part);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.requestConfig?.elt;
    if (!part?.matches?.("[data-live]") || !(pressed || typing(part))) return;
    event.detail.shouldSwap = false;
    hold(part);
  });
  function hold(part) { part.dataset.asked = ""; waiting.add(part); }
  function catchUp() {
    for (const part of waiting) {
      if (pressed || typing(part)) continue;
      waiting.delete(part);
      if (part.isConnected) htmx.trigger(part, "news");
    }
  }
  document.addEventListener("focusout", () => setTimeout(catchUp, 150));

  let pen = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const field = document.activeElement;
    pen = event.detail.target?.contains(field) && field.name ? { name: field.name, typed: field.value, changed: field.value !== field.defaultValue } : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const field = pen && document.querySelector(`#deal [name="${CSS.escape(pen.name)}"]`);
    if (field && field !== document.activeElement) {
      if (pen.changed) field.value = pen.typed;
      field.focus({ preventScroll: true });
    }
    pen = null;
  });
})();
