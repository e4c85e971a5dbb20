// The clock by keyboard, for those who may: it stands on the page only for them, and the house asks again at every act.
(() => {
  "use strict";
  const desk = document.getElementById("steering");
  if (!desk) return;
  const said = document.getElementById("said"), help = document.getElementById("clock-keys");
  const state = () => document.querySelector("[data-face]")?.dataset.state;
  let asked = "", hush = 0, waiting = [];

  function tell(text, wrong = false) {
    clearTimeout(hush);
    said.textContent = text;
    said.classList.toggle("wrong", wrong);
    said.hidden = !text;
    if (text && !asked) hush = setTimeout(() => { said.hidden = true; }, wrong ? 9000 : 3000);
  }

  // A key pressed while an act is under way waits for its turn: three minutes added are three. Only the same turn of the
  // clock asked for twice is a finger that bounced.
  function give(command, fields = {}) {
    if (!fields.seconds && waiting.some((one) => one.command === command)) return;
    waiting.push({ command, fields });
    if (waiting.length === 1) work();
  }
  async function work() {
    while (waiting.length) {
      await send(waiting[0]);
      waiting.shift();
    }
  }
  async function send({ command, fields }) {
    const body = new URLSearchParams({ command, key: crypto.randomUUID?.().replaceAll("-", "") || "", day: desk.dataset.day, ...fields });
    try {
      const answer = await fetch(desk.dataset.address, { method: "POST", body, headers: { "HX-Request": "true", "x-csrftoken": desk.dataset.token }, signal: AbortSignal.timeout(10000) });
      const told = new DOMParser().parseFromString(await answer.text(), "text/html");
      const refused = told.querySelector(".refused p");
      if (!answer.ok && !refused) tell(desk.dataset.failed, true);
      else tell((refused || told.querySelector(".ok span"))?.textContent || "", Boolean(refused));
    } catch { // what was pressed after it was meant for a clock that heard it
      waiting.length = 1;
      tell(desk.dataset.lost, true);
    }
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
