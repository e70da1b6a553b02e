{% load static %}// Keeps one page for a tablet, screen or phone that is reloaded without network: it waits there and comes
// back by itself. And it is what lets a phone notify.
const KEPT = "offline-3";
const PAGE = "{% url 'offline' %}";
const PARTS = [
  PAGE,
  "{% static 'css/tokens.css' %}",
  "{% static 'css/base.css' %}",
  "{% static 'css/components.css' %}",
  "{% static 'css/screens.css' %}",
  "{% static 'fonts/text-400.woff2' %}",
  "{% static 'fonts/text-700.woff2' %}",
  "{% static 'js/offline.js' %}",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PARTS)));
  self.skipWaiting();
});

const forgetOlder = async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
};
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => pages[0]?.focus()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  } else if (PARTS.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
