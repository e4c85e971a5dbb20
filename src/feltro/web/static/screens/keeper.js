// Keeps what a screen needs to open again while nobody answers: its page, the newest part of it, styles, scripts, sounds.
// Only screens are kept, and only as long as the house serves them: an answer that the page is not there forgets it.
"use strict";
const SHELF = "feltro-screens-1";
const SCREEN = /^\/(tela|tv\/[A-Za-z0-9]+|relogio(\/[A-Za-z0-9._-]+)?)$/;
const AWAY = new Set([502, 503, 504]);

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("feltro-screens-") && name !== SHELF) await caches.delete(name);
  await self.clients.claim();
})()));

const partOf = (url) => `${url}${url.includes("?") ? "&" : "?"}part=newest`;

async function reach(request) {
  const answer = await fetch(request);
  if (AWAY.has(answer.status)) throw new Error("away");
  return answer;
}

// What changed since the page was opened was fetched part by part: the newest part stands where the first one stood.
async function remember(shelf, url) {
  const page = await shelf.match(url, { ignoreVary: true }), part = await shelf.match(partOf(url), { ignoreVary: true });
  if (!page) return null;
  let html = (await page.text()).replace("<html ", "<html data-kept ");
  if (part) { const newest = await part.text(); html = html.replace(/<main>[^]*<\/main>/, () => `<main>${newest}</main>`); }
  return new Response(html, { headers: page.headers });
}

async function screen(request) {
  const shelf = await caches.open(SHELF), url = request.url, whole = request.headers.get("HX-Request") !== "true";
  let answer;
  try { answer = await reach(request); } catch (error) {
    const kept = whole ? await remember(shelf, url) : null;
    if (kept) return kept;
    throw error;
  }
  if (!answer.ok || answer.redirected) { await shelf.delete(url); await shelf.delete(partOf(url)); return answer; }
  const copy = answer.clone(), isPage = (await answer.clone().text()).startsWith("<!doctype");
  if (isPage) { await shelf.put(url, copy); await shelf.delete(partOf(url)); } else await shelf.put(partOf(url), copy);
  return answer;
}

// A file with the mark of its content never changes; any other is fetched anew while somebody answers.
async function file(request) {
  const shelf = await caches.open(SHELF), kept = await shelf.match(request, { ignoreVary: true });
  if (kept && new URL(request.url).searchParams.has("v") && kept.headers.get("cache-control")?.includes("immutable")) return kept;
  try {
    const answer = await reach(request);
    if (answer.status === 200) await shelf.put(request, answer.clone());
    return answer;
  } catch (error) { if (kept) return kept; throw error; }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("range")) return;
  if (SCREEN.test(url.pathname)) event.respondWith(screen(request));
  else if (/^\/(static|imagens|cores)\//.test(url.pathname)) event.respondWith(file(request));
});

// The first visit was loaded before anybody kept anything: the page says what it is made of. What the live stream brought
// never came by here: the page hands it over.
self.addEventListener("message", (event) => event.waitUntil((async () => {
  const shelf = await caches.open(SHELF);
  if (event.data.brought) {
    const url = new URL(event.data.address, location.origin);
    if (SCREEN.test(url.pathname)) await shelf.put(partOf(url.href), new Response(event.data.brought, { headers: { "Content-Type": "text/html" } }));
    return;
  }
  for (const url of event.data.keep) {
    const path = new URL(url).pathname;
    if (!SCREEN.test(path) && !/^\/(static|imagens|cores)\//.test(path)) continue;
    if (await shelf.match(url, { ignoreVary: true })) continue;
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok && !answer.redirected) await shelf.put(url, answer);
  }
  event.source?.postMessage({ kept: event.data.keep.length });
})()));
