// One button on a player's own page, and on that of a request for an entry: this phone is told while the page is closed. Shown only where the browser can.
(() => {
  "use strict";
  const able = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const scope = location.pathname;

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

  async function mark(address) {
    const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
    return [...new Uint8Array(sum)].map((one) => one.toString(16).padStart(2, "0")).join("").slice(0, 24);
  }

  async function told() {
    const found = await navigator.serviceWorker.getRegistration(scope);
    return found ? found.pushManager.getSubscription() : null;
  }

  async function begin(box, form) {
    const found = await navigator.serviceWorker.register(box.dataset.worker, { scope });
    if (await Notification.requestPermission() !== "granted") throw new Error("denied");
    await navigator.serviceWorker.ready;
    await (await found.pushManager.getSubscription())?.unsubscribe();
    const made = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) });
    const { endpoint, keys } = made.toJSON();
    form.elements.address.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.submit();
  }

  async function end(form) {
    const made = await told();
    if (made) await made.unsubscribe();
    form.submit();
  }

  async function wake() {
    const box = document.querySelector(".phone-news:not([data-awake])");
    if (!box || !able) return;
    box.dataset.awake = "";
    const [first, last] = ["[data-begin]", "[data-end]"].map((one) => box.querySelector(one));
    const made = await told().catch(() => null);
    const on = Boolean(made) && box.dataset.known.split(" ").includes(await mark(made.endpoint));
    if (on) last.elements.address.value = made.endpoint;
    first.hidden = on;
    last.hidden = !on;
    box.hidden = false;
    const denied = () => { box.querySelector("[data-denied]").hidden = false; };
    first.addEventListener("submit", (event) => { event.preventDefault(); begin(box, first).catch(denied); });
    last.addEventListener("submit", (event) => { event.preventDefault(); end(last).catch(() => last.submit()); });
  }

  // A page that is fetched anew while it is looked at brings the button anew.
  document.addEventListener("DOMContentLoaded", wake);
  document.addEventListener("htmx:afterSettle", wake);
})();
