// A picture goes to WhatsApp, or wherever somebody likes, in one tap. Where a browser cannot, it opens as it did.
(() => {
  "use strict";
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-picture]");
    if (!link || !navigator.canShare) return;
    event.preventDefault();
    const answer = await fetch(link.href).catch(() => null);
    if (!answer || !answer.ok) { window.open(link.href, "_blank"); return; }
    const file = new File([await answer.blob()], "feltro.png", { type: "image/png" });
    if (!navigator.canShare({ files: [file] })) { window.open(link.href, "_blank"); return; }
    navigator.share({ files: [file] }).catch(() => { /* somebody thought better of it */ });
  });
})();
