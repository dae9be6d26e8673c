// serve.mjs FOLDER [PORT]: serves the files of a folder on the loopback address, for a look at the
// built page. The next free port is taken when PORT is in use; 0 takes any.
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Resolves to the server and its address once it listens. */
export async function serve(folder, port = 0) {
  const root = await realpath(folder);
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => response.destroy());
  });
  const last = port === 0 ? 0 : port + 20;
  for (let candidate = port; ; candidate++) {
    try {
      await listen(server, candidate);
      return { server, address: `http://127.0.0.1:${server.address().port}/` };
    } catch (error) {
      if (error.code !== "EADDRINUSE" || candidate >= last) throw error;
    }
  }
}

async function answer(root, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  const found = await find(root, request.url);
  // As the hosts of static files do.
  const file = found ?? (await find(root, "/404.html"));
  if (!file) return refuse(response, 404);
  const type = types[extname(file.path)] ?? "application/octet-stream";
  response.writeHead(found ? 200 : 404, {
    "content-type": type,
    "content-length": file.size,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(file.path)
    .on("error", () => response.destroy())
    .pipe(response);
}

// The real path decides, so that neither `..`, however it is written, nor a link leaves the folder.
async function find(root, target) {
  try {
    const path = decodeURIComponent(target.split(/[?#]/, 1)[0]);
    const real = await realpath(join(root, path.endsWith("/") ? `${path}index.html` : path));
    if (!real.startsWith(root + sep)) return undefined;
    const found = await stat(real);
    return found.isFile() ? { path: real, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

function refuse(response, status) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${status}\n`);
}

function listen(server, port) {
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      server.removeListener("error", failed);
      done();
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  const { address } = await serve(folder, Number(port ?? 0));
  console.log(`The page: ${address} (Control+C ends it)`);
}
