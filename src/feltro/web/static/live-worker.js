// One stream for all tabs of this browser: a server answers six connections at a time, and tabs are many.
"use strict";
const ports = new Set();
let source = null;
let who = null;
let lastHeard = 0;
let standing = {};
let lost = false;

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function heard() {
  lastHeard = Date.now();
  if (lost) { lost = false; tell({ type: "open" }); }
}

function lose() {
  if (!lost) { lost = true; tell({ type: "lost", since: Date.now() }); }
}

function open() {
  source?.close();
  source = new EventSource("/live");
  lastHeard = Date.now();
  source.addEventListener("hello", (event) => { heard(); standing = JSON.parse(event.data); tell({ type: "news", versions: standing }); });
  source.addEventListener("news", (event) => { heard(); const versions = JSON.parse(event.data); Object.assign(standing, versions); tell({ type: "news", versions }); });
  source.addEventListener("ping", heard);
  source.onerror = () => {
    lose();
    // A browser gives up for good on an answer that is no stream; a server that restarts gives one.
    if (source.readyState === EventSource.CLOSED) setTimeout(open, 2000);
  };
}

// A dead Wi-Fi says nothing: silence longer than two pings is a loss.
setInterval(() => {
  if (source && Date.now() - lastHeard > 40000) { lose(); open(); }
}, 5000);

self.onconnect = (event) => {
  const port = event.ports[0];
  ports.add(port);
  port.onmessage = ({ data }) => {
    if (data.type === "bye") { ports.delete(port); return; }
    // Somebody else came in: what they may follow is asked anew.
    if (data.who !== who || !source) { who = data.who; open(); return; }
    port.postMessage({ type: "news", versions: standing });
    if (lost) port.postMessage({ type: "lost", since: lastHeard });
  };
  port.start();
};
