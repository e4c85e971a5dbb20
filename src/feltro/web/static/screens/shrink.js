// A photo of a document leaves the phone small: a form with data-shrink sends it at 1280 pixels at most.
(() => {
  "use strict";
  const WIDEST = 1280;
  document.addEventListener("change", async ({ target }) => {
    if (!target.matches?.("form[data-shrink] input[type=file]") || !target.files[0]) return;
    try {
      const picture = await createImageBitmap(target.files[0]);
      const scale = Math.min(1, WIDEST / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.8));
      const files = new DataTransfer();
      files.items.add(new File([small], "documento.jpg", { type: "image/jpeg" }));
      target.files = files.files;
    } catch { /* sent as it is: the house says if it is too large */ }
  });
})();
