// A screen that nobody touches locks itself; everything typed stays on the page behind it.
(() => {
  "use strict";
  const dialog = document.getElementById("lock");
  if (!dialog) return;
  const form = dialog.querySelector("form");
  const said = dialog.querySelector(".refused");
  const token = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const script = { ...token, "HX-Request": "true" };
  let touched = Date.now();
  let told = Date.now();
  let minutes = 0;
  let back = null;

  const show = () => {
    if (dialog.open) return;
    back = document.activeElement;
    said.hidden = true;
    dialog.showModal();
    form.pin.focus();
  };
  const lock = () => {
    show();
    fetch("/trancar", { method: "POST", headers: script }).catch(() => { /* the house locks by its own clock too */ });
  };

  for (const sign of ["pointerdown", "keydown"]) {
    document.addEventListener(sign, () => { if (!dialog.open) touched = Date.now(); }, { capture: true, passive: true });
  }
  fetch("/presenca", { headers: { "HX-Request": "true" } })
    .then((answer) => { if (answer.status === 423) show(); return answer.ok ? answer.json() : { minutes: 0 }; })
    .then((answer) => { minutes = answer.minutes; })
    .catch(() => { /* no network: nothing to lock against */ });

  // Asked often, because a laptop that slept wakes up here.
  setInterval(() => {
    if (!minutes || dialog.open) return;
    if (Date.now() - touched > minutes * 60000) { lock(); return; }
    if (touched > told + 60000) {
      told = Date.now();
      fetch("/presenca", { method: "POST", headers: script }).then((answer) => { if (answer.status === 423) show(); }).catch(() => {});
    }
  }, 1000);

  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.getResponseHeader("x-feltro-session") === "locked") show();
  });
  document.querySelector("[data-lock]")?.addEventListener("click", (event) => { event.preventDefault(); lock(); });
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") event.preventDefault(); });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const answer = await fetch(form.action, { method: "POST", headers: script, body: new URLSearchParams(new FormData(form)) });
    form.pin.value = "";
    const words = await answer.text();
    if (answer.ok && !words) {
      touched = told = Date.now();
      dialog.close();
      back?.focus();
      return;
    }
    said.textContent = answer.ok ? JSON.parse(words).text : "";
    said.hidden = !said.textContent;
    if (answer.status === 404) location.reload();
    form.pin.focus();
  });
})();
