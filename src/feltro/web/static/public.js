// While an event is played its public pages ask again now and then, and count its clock. Everything works without this file.
(() => {
  const main = document.getElementById("conteudo");
  if (!main || !("liveNow" in main.dataset) || !location.protocol.startsWith("http")) return;
  let ahead = 0; // of the house's hour, which a phone's own may miss
  fetch("/hora", { cache: "no-store" }).then((answer) => answer.json()).then((house) => { ahead = house.now - Date.now(); }).catch(() => {});

  setInterval(() => {
    for (const face of document.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.ceil((Number(face.dataset.until) - Date.now() - ahead) / 1000));
      face.textContent = `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
    }
  }, 250);

  // The browser sends the mark of what it has, and is mostly told that nothing is new.
  async function look() {
    if (document.hidden) return;
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("conteudo");
    if (fresh && fresh.innerHTML !== kept) { kept = fresh.innerHTML; main.replaceChildren(...fresh.childNodes); }
  }
  let kept = main.innerHTML;
  setInterval(() => { look().catch(() => {}); }, 10000);
})();
