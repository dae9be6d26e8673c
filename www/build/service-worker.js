// Keeps the whole page, so that it works offline. The build fills in its mark and the list of its files.
const CACHE = "agent-response %BUILD%";
const FILES = ["%FILES%"];

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((it) => new Request(it, { cache: "reload" })))),
  );
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("agent-response ") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((it) => caches.delete(it))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
