// A slip opened on its own page is there to be printed.
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
