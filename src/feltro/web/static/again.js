// A session that ended in the middle of work: come in again here, with everything typed still on the page.
(() => {
  "use strict";
  const dialog = document.getElementById("again");
  if (!dialog) return;
  const form = dialog.querySelector("form");
  const said = dialog.querySelector(".refused");
  let back = null;

  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.getResponseHeader("x-feltro-session") !== "over" || dialog.open) return;
    back = document.activeElement;
    said.hidden = true;
    dialog.showModal();
    form.password.focus();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const asked = form.querySelector("[data-code]");
    if (answer.ok && !new URL(answer.url).pathname.startsWith("/entrar")) {
      form.password.value = form.code.value = "";
      asked.hidden = true;
      dialog.close();
      back?.focus();
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    said.textContent = page.querySelector(".refused p")?.textContent ?? "";
    said.hidden = !said.textContent;
    if (page.querySelector("form[data-code]")) { // the password was right: it stays while the code is asked for
      asked.hidden = false;
      form.code.value = "";
      form.code.focus();
      return;
    }
    form.password.value = "";
    form.password.focus();
  });
})();
