// Small comforts. Every page works without this file.
(() => {
  const root = document.documentElement;

  const toggle = document.querySelector("[data-theme-toggle]");
  if (toggle) {
    toggle.hidden = false;
    toggle.addEventListener("click", () => {
      const dark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try { localStorage.setItem("feltro-theme", root.dataset.theme); } catch { /* kept for this page only */ }
    });
  }

  // What answers a form has an address that can be opened: whoever reloads it or comes back to it finds a page, not the
  // browser's question whether to send the form once more.
  if (document.body.dataset.byForm) history.replaceState(history.state, "", document.body.dataset.byForm);

  // The address changes while one types; the language switch has to come back to what is on the screen.
  document.querySelector(".languages")?.addEventListener("submit", (event) => {
    event.target.querySelector("[data-here]").value = location.pathname + location.search;
  });

  // Whoever is sent to something that is folded finds it open.
  const unfold = () => {
    const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (named && named.tagName === "DETAILS") named.open = true;
  };
  unfold();
  addEventListener("hashchange", unfold);

  // On a phone the table of contents starts closed.
  const contents = document.querySelector("details.contents");
  if (contents && matchMedia("(max-width: 60rem)").matches) contents.open = false;

  // "/" or Ctrl-K goes to the search, wherever one is.
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    const asked = (event.key === "/" && !typing) || (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey));
    if (!asked || event.altKey) return;
    event.preventDefault();
    const box = document.querySelector("input[name=q]");
    if (box) { box.focus(); box.select(); } else { location.href = "/busca"; }
  });

  // A clock counts by itself from what the server said; at the end of a level its part asks again.
  const ends = new WeakMap();
  setInterval(() => {
    for (const face of document.querySelectorAll(".strip-now [data-running], .live-time[data-running]")) {
      if (!ends.has(face)) ends.set(face, performance.now() + Number(face.dataset.clock) * 1000);
      const left = Math.max(0, Math.ceil((ends.get(face) - performance.now()) / 1000));
      const minutes = String(Math.floor(left / 60)).padStart(face.matches(".live-time") ? 2 : 1, "0");
      const text = `${minutes}:${String(left % 60).padStart(2, "0")}`;
      if (face.textContent !== text) face.textContent = text;
      const part = face.closest("[data-live]");
      if (left === 0 && part && !("over" in face.dataset)) { face.dataset.over = ""; setTimeout(() => htmx.trigger(part, "news"), 1000 + 2000 * Math.random()); }
    }
  }, 250);

  // On a phone a row of tabs slides: the one that one is on is in sight.
  const row = document.querySelector(".d-tabs, .money .tabs"), mine = row?.querySelector("[aria-current]");
  if (mine) row.scrollLeft = mine.offsetLeft - row.offsetLeft - (row.clientWidth - mine.offsetWidth) / 2;

  // In a list of results the arrows move.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...document.querySelectorAll(".results a")];
    const box = document.querySelector("input[name=q]");
    const place = links.indexOf(document.activeElement);
    if (!links.length || (place < 0 && document.activeElement !== box)) return;
    event.preventDefault();
    const next = place + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) box?.focus(); else links[Math.min(next, links.length - 1)].focus();
  });
})();
