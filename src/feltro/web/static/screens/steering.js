// The clock by keyboard, for those who may: it stands on the page only for them, and the house asks again at every act.
(() => {
  "use strict";
  const desk = document.getElementById("steering");
  if (!desk) return;
  const said = document.getElementById("said"), help = document.getElementById("clock-keys");
  const state = () => document.querySelector("[data-face]")?.dataset.state;
  let asked = "", hush = 0, busy = false;

  function tell(text, wrong = false) {
    clearTimeout(hush);
    said.textContent = text;
    said.classList.toggle("wrong", wrong);
    said.hidden = !text;
    if (text && !asked) hush = setTimeout(() => { said.hidden = true; }, wrong ? 9000 : 3000);
  }

  async function give(command, fields = {}) {
    if (busy) return;
    busy = true;
    const body = new URLSearchParams({ command, key: crypto.randomUUID?.().replaceAll("-", "") || "", day: desk.dataset.day, ...fields });
    try {
      const answer = await fetch(desk.dataset.address, { method: "POST", body, headers: { "HX-Request": "true", "x-csrftoken": desk.dataset.token } });
      const told = new DOMParser().parseFromString(await answer.text(), "text/html");
      const refused = told.querySelector(".refused p");
      if (!answer.ok && !refused) tell(desk.dataset.failed, true);
      else tell((refused || told.querySelector(".ok span"))?.textContent || "", Boolean(refused));
    } catch { tell(desk.dataset.lost, true); } finally { busy = false; }
  }

  function ask(command) { asked = command; tell(desk.dataset[`ask${command}`]); }
  function pauseOrGo() {
    const now = state();
    if (now === "before") ask("StartClock");
    else if (now === "paused") give("ResumeClock");
    else if (now === "running" || now === "rest") give("PauseClock");
  }
  const KEYS = {
    " ": pauseOrGo,
    ArrowUp: () => give("AddTime", { seconds: 60 }),
    ArrowDown: () => give("RemoveTime", { seconds: 60 }),
    ArrowRight: () => ask("NextLevel"),
    ArrowLeft: () => ask("PreviousLevel"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (asked) {
      const command = asked;
      if (event.key === "Enter" || event.key === "Escape") { asked = ""; tell(""); event.preventDefault(); }
      if (event.key === "Enter") give(command);
      return;
    }
    if (event.key === "?" || event.key.toLowerCase() === "h") { if (help.open) help.close(); else help.showModal(); return; }
    if (help.open || event.target.closest("button, input, select, a[href]")) return;
    if (KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
  });
})();
