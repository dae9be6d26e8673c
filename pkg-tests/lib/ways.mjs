/** The ways in which a browser loads the package, each a page: as a module, as a classic script, in a worker. */

import { createServer } from "node:http";

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
const TYPES = /** @type {Record<string, string>} */ ({
  js: "text/javascript",
  wasm: "application/wasm",
  html: "text/html; charset=utf-8",
});

/** The pages on which `window.result` becomes what a call returns, under a strict policy. */
export const WAYS = ["module", "classic", "slim", "worker"];

/**
 * Serves those pages, and `closed`, whose policy allows no wasm; `call` is what they evaluate, such as `validate("{}")`, and
 * `packaged` returns a file of the package, whose path begins with `/dist/`.
 * @param {string} call
 * @param {(path: string) => Buffer} packaged
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveWays(call, packaged) {
  const pages = pagesFor(call);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const body = pages[path] ?? (path.startsWith("/dist/") ? packaged(path) : undefined);
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain";
    response
      .writeHead(body === undefined ? 404 : 200, {
        "content-type": type,
        "content-security-policy": policy(path),
      })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** @returns {Record<string, string>} */
const pagesFor = (/** @type {string} */ call) => ({
  "/module.html": '<!doctype html><title>t</title><script type="module" src="/module.js"></script>',
  "/module.js": `import { validate } from "/dist/index.js"; window.result = ${call};`,
  "/classic.html":
    '<!doctype html><title>t</title><script src="/dist/script/agent-response.js"></script><script src="/classic.js"></script>',
  "/classic.js": `window.result = agentResponse.${call};`,
  "/slim.html": '<!doctype html><title>t</title><script type="module" src="/slim.js"></script>',
  "/slim.js": `import { init, validate } from "/dist/slim.js"; await init("/dist/agent-response.wasm"); window.result = ${call};`,
  "/worker.html": '<!doctype html><title>t</title><script src="/start-worker.js"></script>',
  "/start-worker.js":
    'new Worker("/worker.js", { type: "module" }).onmessage = (it) => { window.result = it.data; };',
  "/worker.js": `import { validate } from "/dist/index.js"; postMessage(${call});`,
  "/closed.html": '<!doctype html><title>t</title><script type="module" src="/closed.js"></script>',
  "/closed.js": `import { validate } from "/dist/index.js"; try { ${call} } catch (error) { window.result = error.message; }`,
});

function policy(/** @type {string} */ path) {
  if (path.startsWith("/closed")) return "default-src 'none'; script-src 'self'";
  return `${STRICT}${/slim|worker/.test(path) ? "; connect-src 'self'; worker-src 'self'" : ""}`;
}
