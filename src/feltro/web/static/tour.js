// The tour of the demonstration: begun by a button, left by Esc, and never begun by itself.
"use strict";
(() => {
  const KEPT = "feltro-tour";
  const steps = [...document.querySelectorAll("#tour-steps > li")];
  const card = document.getElementById("tour"), ring = document.getElementById("tour-ring"), start = document.querySelector("[data-tour-start]");
  if (!steps.length || !card) return;
  const title = document.getElementById("tour-title"), text = document.getElementById("tour-text");
  const count = card.querySelector("[data-tour-count]"), next = card.querySelector('[data-tour="next"]'), back = card.querySelector('[data-tour="back"]');
  const onward = next.textContent;
  const kept = () => { const said = sessionStorage.getItem(KEPT); return said === null ? -1 : Math.min(Number(said) || 0, steps.length - 1); };
  const pointed = (step) => document.querySelector(step.dataset.point);

  // The ring lies over the page: what the live stream lays anew below it does not take it away.
  const lay = () => {
    const at = kept(), found = at >= 0 && !card.hidden && pointed(steps[at]);
    ring.hidden = !found;
    if (!found) return;
    const box = found.getBoundingClientRect();
    Object.assign(ring.style, { left: `${box.left - 4}px`, top: `${box.top - 4}px`, width: `${box.width + 8}px`, height: `${Math.min(box.height, innerHeight) + 8}px` });
  };
  const show = () => {
    const at = kept(), step = steps[at];
    card.hidden = at < 0;
    start.hidden = at >= 0;
    if (at < 0) { ring.hidden = true; return; }
    if (step.dataset.path !== location.pathname) { location.assign(step.dataset.path); return; }
    title.textContent = step.querySelector("strong").textContent;
    text.textContent = step.querySelector("p").textContent;
    count.textContent = `${at + 1} ${count.dataset.of} ${steps.length}`;
    back.disabled = at === 0;
    next.textContent = at === steps.length - 1 ? next.dataset.last : onward;
    const found = pointed(step);
    // In the middle, or from its top where the card would hide the middle of it.
    if (found) found.scrollIntoView({ block: found.offsetHeight > 2 * card.offsetTop - innerHeight ? "start" : "center" });
    lay();
    card.focus({ preventScroll: true });
  };
  const go = (at) => { if (at < 0 || at >= steps.length) sessionStorage.removeItem(KEPT); else sessionStorage.setItem(KEPT, String(at)); show(); };
  const leave = () => { go(-1); start.focus(); };

  start.addEventListener("click", () => go(0));
  card.addEventListener("click", (event) => {
    const what = event.target.closest("[data-tour]")?.dataset.tour;
    if (what === "next") { if (kept() === steps.length - 1) leave(); else go(kept() + 1); }
    if (what === "back") go(kept() - 1);
    if (what === "close") leave();
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !card.hidden) leave(); });
  addEventListener("scroll", lay, { passive: true, capture: true });
  addEventListener("resize", lay);
  // Whoever left the tour's page by a link of their own has left the tour.
  if (kept() >= 0 && steps[kept()].dataset.path !== location.pathname) sessionStorage.removeItem(KEPT);
  show();
})();
