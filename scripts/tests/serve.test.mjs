import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../serve.mjs";

let root;
let page;

before(async () => {
  root = mkdtempSync(join(tmpdir(), "serve-test-"));
  mkdirSync(join(root, "dist/sub"), { recursive: true });
  writeFileSync(join(root, "secret.txt"), "secret");
  writeFileSync(join(root, "dist/index.html"), "<p>home");
  writeFileSync(join(root, "dist/sub/index.html"), "<p>sub");
  writeFileSync(join(root, "dist/core.wasm"), "wasm");
  symlinkSync(join(root, "secret.txt"), join(root, "dist/link.txt"));
  page = await serve(join(root, "dist"));
});

after(() => {
  page.server.close();
  rmSync(root, { recursive: true, force: true });
});

// `fetch` would tidy the path before it is sent.
function get(path, method = "GET") {
  return new Promise((done, failed) => {
    const outgoing = request(page.address, { path, method, agent: false }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      done({ status: response.statusCode, type: response.headers["content-type"], body });
    });
    outgoing.on("error", failed).end();
  });
}

test("files have their types", async () => {
  assert.deepEqual(await get("/"), { status: 200, type: "text/html; charset=utf-8", body: "<p>home" });
  assert.deepEqual(await get("/core.wasm?v=1"), { status: 200, type: "application/wasm", body: "wasm" });
  assert.equal((await get("/sub/")).body, "<p>sub");
});

test("nothing outside of the folder is served", async () => {
  for (const path of [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/sub/../../secret.txt",
    "/link.txt",
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test("odd requests are refused and do no harm", async () => {
  for (const path of ["/%", "/%00", "/absent", "/sub", "*"])
    assert.equal((await get(path)).status, 404, path);
  assert.equal((await get("/", "POST")).status, 405);
  assert.deepEqual(await get("/", "HEAD"), { status: 200, type: "text/html; charset=utf-8", body: "" });
});

test("a port that is in use gives way to the next", async () => {
  const { port } = page.server.address();
  const second = await serve(join(root, "dist"), port);
  assert.notEqual(second.server.address().port, port);
  second.server.close();
});
