// Every draw of an event, reckoned again in the reader's browser: the same bytes as `feltro draw verify`.
// The commitment from label, secret and things; the order from the secret and the room's value; and whatever else was drawn with it.
"use strict";
(() => {
  const { sha256, hmac, fields, hex, unhex } = window.feltroHash, FORMAT = "feltro/draw/1", SECRET = 32;

  function* numbers(key) {
    for (let counter = 0; ; counter++) {
      const at = new Uint8Array(8);
      new DataView(at.buffer).setUint32(4, counter);
      const view = new DataView(hmac(key, at).buffer);
      for (let start = 0; start < 32; start += 8) yield view.getBigUint64(start);
    }
  }

  function below(limit, row) {
    const words = 1n << 64n, fair = words - (words % BigInt(limit));
    for (;;) {
      const { value } = row.next();
      if (value < fair) return Number(value % BigInt(limit));
    }
  }

  const rowOf = (label, things, secret, open) => numbers(hmac(secret, fields(`${FORMAT}/key`, label, open, ...things)));

  function drawn(label, things, secret, open) {
    const row = rowOf(label, things, secret, open), order = [...things];
    for (let last = order.length - 1; last > 0; last--) {
      const chosen = below(last + 1, row);
      [order[last], order[chosen]] = [order[chosen], order[last]];
    }
    return order;
  }

  function inRounds(order) {
    const dealt = new Map(), rounds = [];
    for (const chair of order) {
      const table = chair.split(".")[0], turn = (dealt.get(table) || 0) + 1;
      dealt.set(table, turn);
      (rounds[turn - 1] = rounds[turn - 1] || []).push(chair);
    }
    return rounds.flat();
  }

  /* A deck holds each thing once, and what is hidden has 32 bytes: a file that says otherwise is not of ours. */
  const isDeck = (things) => new Set(things).size === things.length;
  const same = (one, other) => one.length === other.length && one.every((thing, at) => thing === other[at]);

  function furtherHolds(told, one, secret, open) {
    const label = `${told.label}/${one.label}`;
    if (!isDeck(one.among)) return false;
    const all = one.one ? [one.among[below(one.among.length, rowOf(label, one.among, secret, open))]] : drawn(label, one.among, secret, open);
    return same(all.filter((thing) => one.shown.includes(thing)), one.shown);
  }

  function phonesHold(told) {
    let sum = 0n;
    for (const { sealed, value } of told.phones || []) {
      if (unhex(value).length !== SECRET) return false;
      if (hex(sha256(fields(`${FORMAT}/phone`, told.commitment.toLowerCase(), unhex(value)))) !== sealed.toLowerCase()) return false;
      sum += BigInt("0x" + value);
    }
    return (sum % (1n << 256n)).toString(16).padStart(64, "0") === told.public;
  }

  function sourceHolds(told) {
    const named = told.label.split("/").find((part) => part.startsWith("source:")) || "", kind = named.slice(7).split("=")[0];
    if (kind === "" || kind === "cards") return true;
    return Boolean(told.public) && (kind !== "phones" || phonesHold(told));
  }

  function verdict(told) {
    if (told.format !== FORMAT) return "fails";
    if (told.physical) return told.order.every((chair) => told.chairs.includes(chair)) ? "physical" : "fails";
    if (!told.secret) return "waits";
    const secret = unhex(told.secret), beside = told.beside || "", given = told.public || "";
    const open = given && beside ? `${given} ${beside}` : given || beside, used = told.order.length > 0 || (told.further || []).length > 0;
    if (secret.length !== SECRET || !isDeck(told.chairs)) return "fails";
    if (hex(sha256(fields(`${FORMAT}/commitment`, told.label, secret, ...told.chairs))) !== told.commitment.toLowerCase()) return "fails";
    if (!used) return "unused";
    const order = drawn(told.label, told.chairs, secret, open), expected = told.rounds === true ? inRounds(order) : order;
    if (told.order.length > expected.length || told.order.some((chair, at) => chair !== expected[at])) return "fails";
    if (!(told.further || []).every((one) => furtherHolds(told, one, secret, open))) return "fails";
    return sourceHolds(told) ? "holds" : "fails";
  }

  const found = new Set();
  function write(line, said) {
    line.textContent = line.dataset[said];
    line.classList.add(said);
  }

  function tell(section, said) {
    const line = section.querySelector("[data-verdict]");
    write(line, said);
    found.add(said === "waits" && line.dataset.waits === line.dataset.unused ? "unused" : said);
  }

  for (const section of document.querySelectorAll("[data-proof]")) {
    let said = "fails";
    try { said = verdict(JSON.parse(section.querySelector("[data-told]").textContent)); } catch (error) { console.warn(error); }
    tell(section, said);
  }

  for (const section of document.querySelectorAll("[data-sum]")) {
    const amount = (name) => [...section.querySelectorAll(`[data-${name}]`)].map((one) => Number(one.dataset[name]));
    const total = (list) => list.reduce((sum, one) => sum + one, 0);
    const lines = [...section.querySelectorAll("[data-each]")].every((one) => one.dataset.count * one.dataset.each === Number(one.dataset.part));
    const net = Number(section.dataset.sum), prizes = amount("prize");
    tell(section, lines && total(amount("part")) === net && (!prizes.length || total(prizes) <= net) ? "holds" : "fails");
  }
  for (const line of document.querySelectorAll("[data-all]")) write(line, found.has("fails") ? "fails" : found.has("waits") ? "waits" : "holds");
  window.feltroVerdict = verdict;
})();
