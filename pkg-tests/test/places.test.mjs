/** Only the wasm searches long texts sixteen bytes at a time: no test of the core runs that code. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../lib/consumer.mjs";

const ar = await load();

const FILLERS = ["a", "é", "✅", "🙂", "a\u007f", "\u0080\u07ff", "\u0800\uffff", "\u{10000}\u{10ffff}"];

test("a character that must be escaped is found anywhere", () => {
  for (const filler of FILLERS)
    for (let length = 0; length < 40; length++)
      for (const fault of ["\t", "\u0000", "\u001f"]) {
        const text = `["${filler.repeat(length)}${fault}${filler.repeat(39 - length)}"]`;
        const at = text.indexOf(fault);
        const found = ar.validate(text, { format: "agent-response" }).diagnostics.filter(isControl);
        assert.deepEqual(
          found.map(({ from, to, bytes }) => [from, to, bytes.from]),
          [[at, at + 1, Buffer.byteLength(text.slice(0, at))]],
          JSON.stringify(text),
        );
      }
});

test("an escape is decoded anywhere and mapped back", () => {
  for (const filler of FILLERS)
    for (let length = 0; length < 40; length++) {
      const inner = `{"${filler.repeat(length)}\\"${filler.repeat(length % 7)}": 1,}`;
      const text = JSON.stringify({ status: "success", response: inner });
      const [found] = ar
        .validate(text, { format: "agent-response" })
        .diagnostics.filter((it) => it.code === "trailing-comma");
      assert.ok(found, text);
      assert.equal(found.from, text.lastIndexOf(",}"));
      assert.equal(found.inner?.[0]?.from, inner.lastIndexOf(",}"));
      assert.equal(ar.unwrap(text)?.content, inner);
    }
});

test("lines and columns are counted over ends of all kinds", () => {
  for (const filler of FILLERS)
    for (const end of ["\n", "\r", "\r\n"])
      for (let length = 0; length < 40; length++) {
        const text = `{"a":${end}"${filler.repeat(length)}",${end}${" ".repeat(length)}"b" 1}`;
        const [found] = ar.validate(text, { format: "agent-response" }).diagnostics.filter(isSyntax);
        assert.deepEqual(found?.range.start, { line: 2, character: length + 4 }, JSON.stringify(text));
      }
});

const isControl = (/** @type {{ code: string }} */ it) => it.code === "control-character";
const isSyntax = (/** @type {{ code: string }} */ it) => it.code === "syntax";
