// Copying a text by a touch. Where the browser forbids it (plain http), the text is marked, ready to be copied by hand.
(() => {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
    } catch {
      document.querySelector("textarea[readonly]")?.select();
    }
  });
})();
