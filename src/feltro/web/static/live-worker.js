// One stream for all tabs of this browser: a server answers six connections at a time, and tabs are many.
// The stream is asked for the parts that the tabs show; it brings them, and tells which streams moved.
// A browser without shared workers loads this file into its page and uses the same stream there.
"use strict";
class FeltroStream {
  constructor(tell) {
    this.tell = tell;
    this.source = null;
    this.parts = new Map();
    this.standing = {};
    this.brought = [];
    this.last = new Map();
    this.lost = false;
    this.lastHeard = 0;
    this.made = "";
    // A dead Wi-Fi says nothing: silence longer than two pings is a loss.
    setInterval(() => { if (this.source && Date.now() - this.lastHeard > 40000) { this.lose(); this.open(); } }, 5000);
  }

  // `parts` are names with what they show: pt:/jogador/t1 -> tournament:t1@12. True when a new stream has to be opened.
  wants(parts) {
    const more = [...parts.keys()].some((name) => !this.parts.has(name));
    this.parts = parts;
    return more;
  }

  open() {
    this.close();
    const asked = [...this.parts].map(([name, shows]) => `parte=${encodeURIComponent(`${name}|${shows}`)}`).join("&");
    const source = this.source = new EventSource(`/live${asked ? `?${asked}` : ""}`);
    const on = (kind, act) => source.addEventListener(kind, (event) => { if (source === this.source) { this.heard(); act(event.data); } });
    this.lastHeard = Date.now();
    this.brought = [];
    this.last.clear();
    on("made", (data) => { this.made = JSON.parse(data); this.tell({ type: "made", mark: this.made }); });
    on("hello", (data) => { this.standing = JSON.parse(data); this.news(this.standing); });
    on("news", (data) => { const versions = JSON.parse(data); Object.assign(this.standing, versions); this.news(versions); });
    on("parts", (data) => { this.brought = JSON.parse(data); });
    on("part", (data) => { const told = { type: "part", ...JSON.parse(data) }; this.last.set(told.part, told); this.tell(told); });
    on("gone", (data) => { const part = JSON.parse(data); this.last.delete(part); this.brought = this.brought.filter((one) => one !== part); this.tell({ type: "gone", part }); });
    on("ping", () => {});
    source.onerror = () => {
      if (source !== this.source) return;
      this.lose();
      // A browser gives up for good on an answer that is no stream; a server that restarts gives one, to many at once.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (source === this.source) this.open(); }, 1000 + Math.random() * 4000);
    };
  }

  close() { this.source?.close(); this.source = null; }

  news(versions) { this.tell({ type: "news", versions, brought: this.brought }); }

  heard() {
    this.lastHeard = Date.now();
    if (this.lost) { this.lost = false; this.tell({ type: "open" }); }
  }

  lose() {
    if (!this.lost) { this.lost = true; this.tell({ type: "lost", since: Date.now() }); }
  }
}

if (typeof SharedWorkerGlobalScope === "undefined") self.FeltroStream = FeltroStream;
else {
  const ports = new Map();
  const stream = new FeltroStream((message) => { for (const port of ports.keys()) port.postMessage(message); });
  let who = null;
  self.onconnect = (event) => {
    const port = event.ports[0];
    ports.set(port, []);
    port.onmessage = ({ data }) => {
      if (data.type === "bye") { ports.delete(port); return; }
      ports.set(port, data.parts);
      const more = stream.wants(new Map([...ports.values()].flat()));
      // Somebody else came in, or a tab shows something else: what may be followed is asked anew.
      if (data.who !== who || more || !stream.source) { who = data.who; stream.open(); return; }
      for (const [name] of data.parts) if (stream.last.has(name)) port.postMessage(stream.last.get(name));
      if (stream.made) port.postMessage({ type: "made", mark: stream.made });
      port.postMessage({ type: "news", versions: stream.standing, brought: stream.brought });
      if (stream.lost) port.postMessage({ type: "lost", since: stream.lastHeard });
    };
    port.start();
  };
}
