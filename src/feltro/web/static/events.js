// The form of an event: rows come and go without leaving the page, and a draft survives a closed tab.
(() => {
  "use strict";
  const HELD = "feltro-draft";

  const fresh = () => document.getElementById("draft");

  function redraw(form, button) {
    const values = Object.fromEntries([["do", button ? button.value : "check"]]);
    const place = window.scrollY;
    htmx.ajax("POST", form.getAttribute("action"), { source: form, target: "#draft", select: "#draft", swap: "outerHTML", values })
      .then(() => {
        window.scrollTo(0, place);
        const row = fresh().querySelector("tr.fresh input[autofocus]");
        if (row) row.focus();
      });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest('#draft button[name="do"]');
    if (!button || !window.htmx || ["create", "check"].includes(button.value)) return;
    event.preventDefault();
    redraw(button.form, button);
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest("#draft");
    if (!form) return;
    if (event.target.matches("[data-redraw]") && window.htmx) redraw(form);
    else keep(form);
  });

  function keep(form) {
    if (!form.dataset.draft) return;
    const sent = [...new FormData(form)].filter(([name]) => name !== "_csrf_token" && name !== "key");
    const at = new Date();
    try {
      localStorage.setItem(HELD, JSON.stringify({ at: at.getTime(), fields: sent }));
    } catch {
      return; // a full or forbidden storage keeps no draft
    }
    const told = document.getElementById("draft-kept");
    if (told) told.textContent = told.dataset.kept.replace("{hour}", hour(at));
  }

  const hour = (at) => `${at.getHours()}h${String(at.getMinutes()).padStart(2, "0")}`;

  function offer() {
    const form = fresh(), told = document.getElementById("draft-kept");
    if (!form || !told || !form.dataset.draft) return;
    let held = null;
    try {
      held = JSON.parse(localStorage.getItem(HELD) || "null");
    } catch {
      held = null;
    }
    if (!held) return;
    told.textContent = told.dataset.found.replace("{hour}", hour(new Date(held.at))) + " ";
    const go = document.createElement("button"), drop = document.createElement("button");
    go.type = drop.type = "button";
    go.className = drop.className = "quiet";
    go.textContent = told.dataset.goOn;
    drop.textContent = told.dataset.drop;
    go.addEventListener("click", () => resume(form, held.fields));
    drop.addEventListener("click", () => { localStorage.removeItem(HELD); told.textContent = ""; });
    told.append(go, drop);
  }

  function resume(form, sent) {
    const values = {};
    for (const [name, value] of sent) values[name] = name in values ? [].concat(values[name], value) : value;
    const token = form.querySelector('[name="_csrf_token"]').value;
    htmx.ajax("POST", form.getAttribute("action"), {
      target: "#draft", select: "#draft", swap: "outerHTML",
      values: { ...values, _csrf_token: token, key: form.querySelector('[name="key"]').value, do: "check" },
    });
  }

  document.addEventListener("submit", (event) => {
    if (event.target.id === "draft" && event.submitter && event.submitter.value === "create") localStorage.removeItem(HELD);
  });
  document.addEventListener("DOMContentLoaded", offer);
})();
