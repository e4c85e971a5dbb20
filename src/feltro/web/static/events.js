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
    const [file] = event.target.files || [];
    if (file && event.target.dataset.into) {
      const text = event.target.form.elements[event.target.dataset.into];
      file.text().then((read) => { text.value = read; });
      return;
    }
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
    if (told) told.textContent = told.dataset.kept.replace("{hour}", hourSaid(at));
  }

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
    told.textContent = told.dataset.found.replace("{hour}", hourSaid(new Date(held.at))) + " ";
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

  // On a phone one step fills the screen: its links and the next button lead from one to the other.
  const narrow = matchMedia("(max-width: 48rem)");
  let step = 0;

  function walk() {
    const form = fresh();
    if (!form) return;
    const links = [...form.querySelectorAll("#steps a")];
    links.forEach((link, place) => {
      form.querySelector(link.hash)?.classList.toggle("other-step", narrow.matches && place !== step);
      if (narrow.matches && place === step) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
    });
    form.classList.toggle("one-step", narrow.matches);
    form.classList.toggle("last-step", step === links.length - 1);
    const next = form.querySelector("[data-next-step]");
    next.hidden = !narrow.matches || step === links.length - 1;
    if (!next.hidden) next.querySelector("b").textContent = links[step + 1].querySelector("span").textContent;
  }
  function stepTo(place) {
    step = place;
    walk();
    const link = fresh().querySelectorAll("#steps a")[step];
    link.scrollIntoView({ inline: "center", block: "nearest" });
    scrollTo({ top: 0 });
  }
  function stepOf(thing) {
    const links = [...(fresh()?.querySelectorAll("#steps a") ?? [])];
    return links.findIndex((link) => fresh().querySelector(link.hash)?.contains(thing));
  }
  document.addEventListener("click", (event) => {
    if (!narrow.matches || !fresh()) return;
    if (event.target.closest("[data-next-step]")) { stepTo(step + 1); return; }
    const link = event.target.closest("#draft a[href^='#']");
    const place = link ? stepOf(document.querySelector(link.hash)) : -1;
    if (place < 0) return;
    if (link.closest("#steps")) event.preventDefault();
    stepTo(place);
  });
  // A field that lacks something is shown before the browser asks for it.
  document.addEventListener("invalid", (event) => {
    const place = narrow.matches ? stepOf(event.target) : -1;
    if (place >= 0 && place !== step) stepTo(place);
  }, true);
  document.addEventListener("htmx:afterSwap", walk);
  document.addEventListener("DOMContentLoaded", () => {
    const wrong = document.getElementById("refused") ? [...document.querySelectorAll("#steps li")].findIndex((one) => one.matches(".bad")) : -1;
    step = Math.max(0, wrong);
    walk();
  });
  narrow.addEventListener("change", walk);
})();
