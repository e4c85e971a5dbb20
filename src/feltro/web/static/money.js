// The deal room on several screens at once: news never takes away what somebody is typing, nor where the pen stands.
(() => {
  "use strict";
  const waiting = new Set();
  const typing = (part) => {
    const field = document.activeElement;
    return part.contains(field) && field.matches("input, textarea") && field.value !== field.defaultValue;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const part = event.detail.elt;
    if (!part.matches?.("[data-live]") || !typing(part)) return;
    event.preventDefault();
    part.dataset.asked = "";
    waiting.add(part);
  });
  document.addEventListener("focusout", () => setTimeout(() => {
    for (const part of waiting) {
      if (typing(part)) continue;
      waiting.delete(part);
      if (part.isConnected) htmx.trigger(part, "news");
    }
  }, 150));

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
