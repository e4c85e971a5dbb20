// Before anything is painted: the theme chosen here before, if any.
try {
  const chosen = localStorage.getItem("feltro-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* storage may be closed; the system's preference holds */ }

// A key that is pressed before the page's own script listens waits for it: whoever listens takes what came, once.
(() => {
  const early = [];
  const keep = (event) => { early.push(event); };
  addEventListener("keydown", keep, true);
  globalThis.takeEarlyKeys = () => { removeEventListener("keydown", keep, true); return early.splice(0); };
  addEventListener("load", () => setTimeout(globalThis.takeEarlyKeys));
})();
