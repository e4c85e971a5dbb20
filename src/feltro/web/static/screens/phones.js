// A phone gives its value to a draw: first only the seal of it, and the value itself once no further phone may join.
// The value never leaves the phone before. SHA-256 is written out, because browsers keep theirs for https.
"use strict";
(() => {
  const K = new Uint32Array(64), H = new Uint32Array(8);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; }
    if (!prime) continue;
    const part = (root) => Math.floor((Math.pow(n, root) % 1) * 4294967296) >>> 0;
    if (found < 8) H[found] = part(1 / 2);
    K[found++] = part(1 / 3);
  }
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  function sha256(bytes) {
    const length = ((bytes.length + 8) >> 6) + 1, padded = new Uint8Array(length * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer), h = H.slice(), w = new Uint32Array(64);
    view.setUint32(padded.length - 4, bytes.length * 8);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + i * 4);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, k] = h;
      for (let i = 0; i < 64; i++) {
        const one = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        k = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
      }
      [a, b, c, d, e, f, g, k].forEach((value, i) => { h[i] += value; });
    }
    return hex(new Uint8Array(Array.from(h).flatMap((x) => [x >>> 24, (x >>> 16) & 255, (x >>> 8) & 255, x & 255])));
  }

  const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));

  function seal(draw, value) {
    const parts = [new TextEncoder().encode("feltro/draw/1/phone"), new TextEncoder().encode(draw), unhex(value)];
    const bytes = [];
    for (const part of parts) {
      bytes.push(part.length >>> 24, (part.length >>> 16) & 255, (part.length >>> 8) & 255, part.length & 255, ...part);
    }
    return sha256(new Uint8Array(bytes));
  }

  const kept = (draw) => JSON.parse(localStorage.getItem("feltro-phone-" + draw) || "{}");
  const keep = (draw, mine) => localStorage.setItem("feltro-phone-" + draw, JSON.stringify(mine));

  function show(section, when) {
    for (const one of section.querySelectorAll("[data-when]")) one.hidden = one.dataset.when !== when;
  }

  function send(section, mine, value) {
    const form = section.querySelector("form");
    form.elements.sealed.value = mine.sealed;
    form.elements.value.value = value;
    form.submit();
  }

  for (const section of document.querySelectorAll("[data-phones]")) {
    const draw = section.dataset.phones, closed = Boolean(section.dataset.closed), mine = kept(draw);
    const refused = document.getElementById("refused") !== null;
    section.querySelector("[data-mine]").textContent = mine.value || "";
    if (!mine.value || (refused && !closed && !mine.shown)) {
      show(section, "out");
      const button = section.querySelector("button");
      if (!button) continue;
      button.disabled = false;
      section.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        const value = hex(crypto.getRandomValues(new Uint8Array(32))), fresh = { value, sealed: seal(draw, value) };
        keep(draw, fresh);
        send(section, fresh, "");
      });
    } else if (closed && !mine.shown && !refused) {
      keep(draw, { ...mine, shown: true });
      send(section, mine, mine.value);
    } else {
      show(section, mine.shown ? "done" : "in");
      if (!mine.shown) setTimeout(() => location.reload(), 4000);
    }
  }
})();
