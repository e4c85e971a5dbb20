// News is put into the page where it differs, and nowhere else: what is focused, typed, opened or scrolled stays as it is.
// A row is known by its id, its data-row or the fields in it, so that nothing typed ever lands in another row.
(() => {
  "use strict";
  const SEEN_MS = 1600;
  const FIELDS = "input, select, textarea, button";
  const OWN = new Set(["_csrf_token", "key"]);

  function keyOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    if (node.id) return `#${node.id}`;
    if (node.dataset.row) return `=${node.dataset.row}`;
    if (node.matches(FIELDS)) return named([node]);
    if (node.tagName === "FORM") return named(node.querySelectorAll("input[type=hidden]"));
    return node.matches("tr, li, label") ? named(node.querySelectorAll(FIELDS)) : "";
  }

  // What is written into a field may be anything; what is hidden in it, or chosen by it, says whose it is.
  function named(fields) {
    const told = [...fields].filter((one) => one.name && !OWN.has(one.name));
    const exact = (one) => /^(hidden|radio|checkbox|submit)$/.test(one.type);
    return told.map((one) => `${one.name}${exact(one) ? `:${one.getAttribute("value") ?? ""}` : ""}`).join(" ");
  }

  const alike = (was, now) => was.nodeType === now.nodeType && was.nodeName === now.nodeName && keyOf(was) === keyOf(now);

  // What somebody opened or closed is theirs; a clock is set anew, because its script counts from what it was given.
  const kept = (node, name) => (name === "open" && node.matches("details, dialog")) || name === "data-asked" || name === "style";
  const anew = (node) => node.nodeType === Node.ELEMENT_NODE && node.matches("[data-clock], [data-face], .screen, svg");

  function attributes(was, now) {
    // Whether an answer is awaited is known to this page only.
    if (was.classList.contains("htmx-request")) now.classList.add("htmx-request");
    for (const { name } of [...was.attributes]) if (!now.hasAttribute(name) && !kept(was, name)) was.removeAttribute(name);
    for (const { name, value } of now.attributes) if (was.getAttribute(name) !== value && !kept(was, name)) was.setAttribute(name, value);
  }

  function show(node) {
    if (!node) return;
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    const place = element?.closest("[data-row], tr, li, dd, h3");
    if (!place || place.closest("[data-clock], [data-face], .clock-face, .strip-now")) return;
    place.classList.add("changed");
    setTimeout(() => place.classList.remove("changed"), SEEN_MS);
  }

  function merge(was, now) {
    if (was.isEqualNode(now)) return;
    if (was.nodeType !== Node.ELEMENT_NODE) {
      if (was.nodeValue !== now.nodeValue) { const blank = !was.nodeValue.trim() && !now.nodeValue.trim(); was.nodeValue = now.nodeValue; if (!blank) show(was); }
      return;
    }
    if (anew(was)) { was.replaceWith(now); return; }
    attributes(was, now);
    // A typed text is the field's own; what lies between its tags is only what it began with.
    if (was.tagName === "TEXTAREA") { if (was.value === was.defaultValue) was.value = now.defaultValue; was.defaultValue = now.defaultValue; return; }
    children(was, now);
  }

  function children(was, now) {
    const coming = [...now.childNodes];
    const wanted = new Set(coming.map(keyOf).filter(Boolean));
    const old = new Map([...was.childNodes].map((one) => [keyOf(one), one]).filter(([key]) => key));
    let at = was.firstChild;
    for (const next of coming) {
      const key = keyOf(next);
      const known = key ? old.get(key) : undefined;
      if (known && known.nodeName === next.nodeName) {
        old.delete(key);
        while (at && at !== known && !wanted.has(keyOf(at))) { const gone = at; at = at.nextSibling; gone.remove(); }
        if (at === known) at = at.nextSibling; else was.insertBefore(known, at);
        merge(known, next);
      } else if (!key && at && alike(at, next)) {
        const same = at;
        at = at.nextSibling;
        merge(same, next);
      } else {
        was.insertBefore(next, at);
        if (next.nodeType === Node.ELEMENT_NODE || next.nodeValue.trim()) show(next);
      }
    }
    while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
    for (const gone of old.values()) gone.remove();
  }

  htmx.defineExtension("live", {
    handleSwap(style, target, fragment) {
      if (style !== "live") return false;
      const now = [...fragment.children].find((one) => one.nodeName === target.nodeName);
      // An answer without the part says nothing about it: an error page, or the entrance.
      if (!now) return [target];
      merge(target, now);
      return [target];
    },
  });
  document.body.setAttribute("hx-ext", "live");
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.requestConfig?.triggeringEvent?.type === "news" && detail.target.matches("[data-live]:not(.screen)")) detail.swapOverride = "live";
  });
  // An answer finds its part where it stands now: another answer may have laid it anew since the question was sent.
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, target: part } }) => {
    if (!part?.id) return;
    const found = ({ detail }) => {
      if (detail.xhr !== xhr) return;
      part.removeEventListener("htmx:beforeSwap", found);
      if (!part.isConnected) detail.target = document.getElementById(part.id) ?? part;
    };
    part.addEventListener("htmx:beforeSwap", found);
  });
  // A button that was laid anew between a finger's coming down and going up is the same button still: the press counts, once.
  const said = (button) => {
    const form = button.form;
    return `${form?.getAttribute("action")} ${form ? named(form.querySelectorAll("input[type=hidden]")) : ""} ${named([button])} ${button.textContent.trim()}`;
  };
  let pressed = null;
  document.addEventListener("pointerdown", ({ target, button }) => {
    const under = button === 0 && target.closest?.("button");
    pressed = under ? { under, said: said(under) } : null;
  }, true);
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const held = pressed;
    pressed = null;
    if (!held || held.under.isConnected) return;
    const here = document.elementFromPoint(clientX, clientY)?.closest("button");
    if (here && !here.disabled && said(here) === held.said) here.click();
  }, true);
  // A card of the floor plan comes beside its part, because it is other than before.
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    const told = [detail.target, ...(detail.fragment?.children ?? [])].filter((one) => one?.id && one.dataset?.row);
    // Settling gives an element the classes it came with: what is marked before it is unmarked by it.
    setTimeout(() => { for (const { id } of told) show(document.getElementById(id)); });
  });
})();
