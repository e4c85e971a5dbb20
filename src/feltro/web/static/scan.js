// Beside a search field that takes what a keyboard scanner types: the phone's own camera reads the code too, where the
// browser can and the connection is safe. Elsewhere nothing is offered, and a scanner or the camera's own app does it.
(() => {
  "use strict";
  const own = document.currentScript.dataset;
  const EVERY = 200;

  async function reader() {
    if (!window.isSecureContext || !window.BarcodeDetector || !navigator.mediaDevices) return null;
    const kinds = await BarcodeDetector.getSupportedFormats().catch(() => []);
    return kinds.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
  }

  function offer(input, codes) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet scan";
    button.textContent = own.open;
    input.closest("form").append(button);
    const video = document.createElement("video");
    video.muted = true;
    video.playsInline = true;
    video.className = "scan-picture";
    let stream = null, turn = 0;

    function close() {
      clearInterval(turn);
      stream?.getTracks().forEach((one) => one.stop());
      stream = null;
      video.remove();
      button.textContent = own.open;
    }

    async function look() {
      const found = await codes.detect(video).catch(() => []);
      if (!stream || !found.length) return;
      close();
      input.value = found[0].rawValue;
      input.form.requestSubmit();
    }

    button.addEventListener("click", async () => {
      if (stream) { close(); return; }
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
      if (!stream) return;
      button.textContent = own.close;
      video.srcObject = stream;
      button.before(video);
      await video.play();
      turn = setInterval(look, EVERY);
    });
  }

  document.addEventListener("DOMContentLoaded", async () => {
    const codes = await reader();
    if (codes) document.querySelectorAll("[data-scan]").forEach((input) => offer(input, codes));
  });
})();
