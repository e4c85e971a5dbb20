// Shows what the house told this phone, and opens the player's page when it is tapped. Nothing is kept, nothing is fetched.
"use strict";
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const page = (told) => (/^\/(jogador|inscricao)\/[A-Za-z0-9._-]+\/[a-z2-7]+$/.test(told.url) ? told.url : "/");

// What was told twice, because a machine ended in between, rings once.
async function show(told) {
  const shown = await self.registration.getNotifications({ tag: told.tag });
  const renotify = !shown.some((one) => one.body === told.body);
  await self.registration.showNotification(told.title, { body: told.body, tag: told.tag, renotify, data: { url: page(told) } });
}

self.addEventListener("push", (event) => { if (event.data) event.waitUntil(show(event.data.json())); });

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const { url } = event.notification.data;
    const open = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).find((one) => new URL(one.url).pathname === url);
    await (open ? open.focus() : self.clients.openWindow(url));
  })());
});
