// SHA-256 and HMAC, written out: browsers keep theirs for https, and a room speaks plain http.
// What is hashed is put together as docs/developers/draws.md says: each part after its length in four bytes.
"use strict";
window.feltroHash = (() => {
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
    return new Uint8Array(Array.from(h).flatMap((x) => [x >>> 24, (x >>> 16) & 255, (x >>> 8) & 255, x & 255]));
  }

  const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  function unhex(text) {
    if (!/^([0-9a-f]{2})+$/i.test(text)) throw new Error("not hexadecimal");
    return Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));
  }

  const utf8 = (text) => new TextEncoder().encode(text);

  function fields(...parts) {
    const raw = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
    const bytes = new Uint8Array(raw.reduce((sum, part) => sum + 4 + part.length, 0)), view = new DataView(bytes.buffer);
    let at = 0;
    for (const part of raw) { view.setUint32(at, part.length); bytes.set(part, at + 4); at += 4 + part.length; }
    return bytes;
  }

  function joined(one, other) {
    const both = new Uint8Array(one.length + other.length);
    both.set(one); both.set(other, one.length);
    return both;
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = block.map((one) => one ^ 0x36), outer = block.map((one) => one ^ 0x5c);
    return sha256(joined(outer, sha256(joined(inner, message))));
  }

  return { sha256, hmac, fields, hex, unhex };
})();
