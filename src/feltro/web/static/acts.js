// The form of a rare act: "everybody" ticks everybody, and one taken out is no longer everybody.
(() => {
  "use strict";
  document.addEventListener("change", ({ target }) => {
    const form = target.form;
    if (!form?.matches(".act-form")) return;
    if (target.dataset.all) {
      for (const one of form.querySelectorAll(`input[name="${CSS.escape(target.dataset.all)}"]`)) one.checked = target.checked;
    } else if (target.type === "checkbox") {
      const all = form.querySelector(`[data-all="${CSS.escape(target.name)}"]`);
      if (all) all.checked = [...form.querySelectorAll(`input[name="${CSS.escape(target.name)}"]`)].every((one) => one.checked);
    }
  });
})();
