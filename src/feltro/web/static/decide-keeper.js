// Keeps what Decidir and the table's tablet need to open while nobody answers: their pages, the event's book, styles and scripts.
"use strict";
const SHELF = "feltro-decidir-1";
const PAGE = /^\/(decidir(\/[A-Za-z0-9._-]+(\/livro)?)?|dealer|mesa\/[A-Za-z0-9._-]+\/[0-9]+)$/;
const AWAY = new Set([502, 503, 504]);

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function reach(request) {
  const answer = await fetch(request);
  if (AWAY.has(answer.status)) throw new Error("away");
  return answer;
}

// By this device's hour, when a page was heard: opened again later, its clocks count on from then.
const HEARD = "x-feltro-heard";
async function lay(shelf, url, answer) {
  const headers = new Headers(answer.headers);
  headers.set(HEARD, Date.now());
  await shelf.put(url, new Response(await answer.blob(), { headers }));
}

// A page is fetched anew while somebody answers; one that is not there any more is forgotten.
async function page(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await reach(request);
    if (answer.ok && !answer.redirected) await lay(shelf, request.url, answer.clone()); else await shelf.delete(request.url);
    return answer;
  } catch (error) {
    const kept = await shelf.match(request.url, { ignoreVary: true }) || await shelf.match(new URL(request.url).pathname, { ignoreVary: true, ignoreSearch: true });
    if (!kept) throw error;
    return new Response((await kept.text()).replace("<html ", `<html data-kept="${kept.headers.get(HEARD) || ""}" `), { headers: kept.headers });
  }
}

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
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.get("HX-Request") === "true") return;
  if (PAGE.test(url.pathname)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
});

self.addEventListener("message", (event) => event.waitUntil((async () => {
  const shelf = await caches.open(SHELF);
  for (const url of event.data.keep) {
    const path = new URL(url).pathname;
    if (!PAGE.test(path) && !path.startsWith("/static/")) continue;
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok && !answer.redirected) await lay(shelf, url, answer);
  }
  event.source?.postMessage({ kept: event.data.keep.length });
})()));
