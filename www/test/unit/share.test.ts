import assert from "node:assert/strict";
import { test } from "node:test";
import { pair, read } from "../../src/adapters/files.ts";
import {
  type Beside,
  besideKept,
  decode,
  encode,
  fitsLink,
  isLink,
  linkAt,
  ofKept,
  placeOf,
  type Shared,
  toKept,
} from "../../src/adapters/share.ts";

const shared: Shared = {
  text: '{"a": "é😀\\u0000"}\r\n\ufeff',
  fileName: ".agent-response.json",
  format: "auto",
  profile: "strict",
  request: "{}",
};

const beside: Beside = {
  raw: { text: "{\ufffd}", bytes: Uint8Array.of(0x7b, 0xff, 0x7d), isLossy: true },
  envelope: { text: '{"response": ""}', fileName: "a.json", from: 13, to: 15 },
  request: { text: "{}", isAside: true },
  entries: [
    {
      code: "trailing-comma",
      title: "Delete it",
      message: "a comma",
      safety: "safe",
      changes: [],
      back: null,
    },
  ],
  rules: '{"few-sections":"off"}',
};

test("a link brings back what it was made of", async () => {
  const hash = await encode(shared);
  assert.match(hash, /^#s=[A-Za-z0-9_-]+$/);
  assert.deepEqual(await decode(hash), shared);
  const switched = { ...shared, rules: '{"few-sections":"off"}' };
  assert.deepEqual(await decode(await encode(switched)), switched);
});

test("a file is too large for a link if the link could not be read again", () => {
  assert.ok(fitsLink({ ...shared, text: "x".repeat(3 << 20) }));
  assert.ok(!fitsLink({ ...shared, text: '"'.repeat(3 << 20) }), "each quote is two characters");
});

test("a link is much shorter than a text that repeats itself", async () => {
  assert.ok((await encode({ ...shared, text: '{"status": "success"}\n'.repeat(5000) })).length < 1024);
});

test("a short link that unpacks to far too much is no link", async () => {
  assert.equal(
    (await decode(await encode({ ...shared, text: "x".repeat(3_000_000) })))?.text.length,
    3_000_000,
  );
  assert.equal(await decode(await encode({ ...shared, text: "x".repeat(5_000_000) })), null);
});

test("damaged links, other hashes and foreign content are no links", async () => {
  const hash = await encode(shared);
  for (const other of ["", "#", "#s=", "#rules/x", "#s=%%%", hash.slice(0, -8), `#s=${btoa("abc")}`]) {
    assert.equal(await decode(other), null, other);
  }
});

test("what a tab kept comes back, but a link that is followed counts more", () => {
  const link = "#s=abc";
  const kept: unknown = JSON.parse(JSON.stringify(toKept(shared, link, beside)));
  assert.deepEqual(besideKept(kept), beside);
  for (const way of ["navigate", "reload", "back_forward", undefined])
    assert.deepEqual(ofKept(kept, "", way), shared, way);
  assert.deepEqual(ofKept(kept, link, "reload"), shared);
  assert.deepEqual(ofKept(kept, link, "back_forward"), shared);
  assert.equal(ofKept(kept, link, "navigate"), null);
  assert.equal(ofKept(kept, "#s=other", "reload"), null);
});

test("what something else stored is nothing that was kept", () => {
  for (const it of [null, 5, "text", {}, { text: "a", hash: "" }, [], ["a"], ["a", "", "", "", 5, ""]])
    assert.equal(ofKept(it, "", "reload"), null, JSON.stringify(it));
});

test("a file is read with its byte order mark and its line ends", () => {
  const bytes = new TextEncoder().encode("\ufeff{}\r\n");
  assert.deepEqual(read("a.json", bytes), {
    name: "a.json",
    text: "\ufeff{}\r\n",
    bytes: null,
    isLossy: false,
  });
});

test("bytes that are not UTF-8 are kept beside what can be shown of them", () => {
  const bytes = Uint8Array.of(0x7b, 0xff, 0x7d);
  assert.deepEqual(read("a.json", bytes), { name: "a.json", text: "{\ufffd}", bytes, isLossy: true });
});

test("UTF-16 is detected by its mark or by the zeros of ASCII", () => {
  const text = '{"é": "✅ 😀"}\r\n';
  for (const mark of ["", "\ufeff"]) {
    const bytes = Buffer.from(mark + text, "utf16le");
    for (const it of [Uint8Array.from(bytes), Uint8Array.from(bytes.swap16())])
      assert.deepEqual(read("a.json", it), { name: "a.json", text, bytes: it, isLossy: false });
  }
});

test("zeros elsewhere, and a half of a character, are no UTF-16", () => {
  for (const text of ["{\0", "{\0}", "{\0}\0x", "\0{\0}\0", "\0\0\0\0", "{\0\0}"])
    assert.deepEqual(read("a.json", new TextEncoder().encode(text)), {
      name: "a.json",
      text,
      bytes: null,
      isLossy: false,
    });
  // UTF-32 begins like UTF-16.
  assert.equal(read("a.json", new Uint8Array(Uint32Array.from([0xfeff, 0x7b]).buffer)), null);
  assert.equal(read("a.png", Uint8Array.of(0x7b, 0, 0xff, 0)), null);
});

test("of two files the request is found by its name", () => {
  const [request, response] = [".agent-request-phase1.json", ".agent-response-phase1.json"].map((name) =>
    read(name, new Uint8Array()),
  );
  assert.ok(request && response);
  assert.deepEqual(pair([request, response]), { file: response, request });
  assert.deepEqual(pair([response, request]), { file: response, request });
  // The folder may be named like one of them.
  const [asked, answer] = [request, response].map((it) => ({ ...it, name: `agent-response-a/${it.name}` }));
  assert.ok(asked && answer);
  assert.deepEqual(pair([asked, answer]), { file: answer, request: asked });
  assert.deepEqual(pair([request]), { file: request, request: undefined });
  // A request that is pasted next to an open response is its request.
  assert.deepEqual(pair([request], true), { file: undefined, request });
  assert.deepEqual(pair([response], true), { file: response, request: undefined });
  assert.deepEqual(pair([]), { file: undefined, request: undefined });
});

test("a link may open at a place, which is no part of what it contains", async () => {
  const hash = await encode(shared);
  assert.equal(placeOf(hash), null);
  const there = linkAt(hash, "5:188");
  assert.equal(placeOf(there), "5:188");
  assert.ok(isLink(there));
  assert.deepEqual(await decode(there), await decode(hash));
  assert.equal(placeOf(`${hash}&at=javascript:1`), null);
});
