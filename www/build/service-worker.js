// Caches the whole page, so that it works offline; also the rule and format pages once one of them has been read, and the
// checks of tool calls once they were needed.
// The build fills in its hash, the lists of the page's files and of those checks, and the path of the list of the others.
const CACHE = "agent-response %BUILD%";
const FILES = ["%FILES%"];
const TOOLS = ["%TOOLS%"];
const LIBRARY = "%LIBRARY%";

addEventListener("install", (event) => {
  event.waitUntil(keep(FILES));
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

addEventListener("message", (event) => {
  if (event.data === "library") event.waitUntil(keepLibrary());
  if (event.data === "tools") event.waitUntil(keep(TOOLS));
  // Otherwise a new version waits until no page of the old one is open.
  if (event.data === "take over") event.waitUntil(skipWaiting());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request).catch(() => instead(request))),
  );
});

async function keep(files) {
  const cache = await caches.open(CACHE);
  // A file with a hash in its name never changes: what the page has just loaded need not be loaded again.
  const how = (it) => ({ cache: it.startsWith("assets/") ? "default" : "reload" });
  await cache.addAll(files.map((it) => new Request(it, how(it))));
}

async function keepLibrary() {
  const cache = await caches.open(CACHE);
  const address = new URL(LIBRARY, location.href);
  if ((await cache.match(address)) !== undefined) return;
  const response = await fetch(address, { cache: "reload" });
  if (response.ok) await keep(await response.json());
}

/** The main page can list the rules and the formats, and show a rule page that was never opened. */
function instead(request) {
  const [, page] = /\/((?:rules|formats)\/(?:[a-z0-9-]+\.html)?)$/.exec(new URL(request.url).pathname) ?? [];
  if (page === undefined || request.mode !== "navigate") return Response.error();
  const hash = page.startsWith("formats/") ? "formats" : page.replace(/\/$|(?:\/index)?\.html$/, "");
  return Response.redirect(new URL(`./#${hash}`, location.href));
}
