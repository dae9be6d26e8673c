/**
 * trim-exports.mjs FROM TO: a wasm file without the exports that src/surface/wasm.rs does not define. The tools leave
 * some of their own, which keep code alive that nobody calls; the optimizer takes it out once nothing leads to it.
 */

import { readFileSync, writeFileSync } from "node:fs";

const EXPORTS = 7;

const [from, to] = process.argv.slice(2);
const source = readFileSync(new URL("../src/surface/wasm.rs", import.meta.url), "utf8");
const wanted = new Set(["memory", ...[...source.matchAll(/^pub fn (\w+)/gm)].map((it) => it[1])]);
const wasm = readFileSync(from);

/** Reads an unsigned LEB128 number; the result is the number and the place behind it. */
function leb(at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = wasm[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}

function lebBytes(value) {
  const bytes = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left & 127) | 128);
  }
}

/** The section at `at` with the wanted exports alone. */
function trimmed(at) {
  let [count, next] = leb(at);
  const kept = [];
  for (; count > 0; count--) {
    const start = next;
    const [length, name] = leb(start);
    // Behind the name stand the kind, one byte, and the index.
    [, next] = leb(name + length + 1);
    if (wanted.delete(wasm.toString("utf8", name, name + length))) kept.push(wasm.subarray(start, next));
  }
  return Buffer.concat([lebBytes(kept.length), ...kept]);
}

const parts = [wasm.subarray(0, 8)];
for (let at = 8; at < wasm.length; ) {
  const [length, start] = leb(at + 1);
  const body = wasm[at] === EXPORTS ? trimmed(start) : wasm.subarray(start, start + length);
  parts.push(wasm.subarray(at, at + 1), lebBytes(body.length), body);
  at = start + length;
}
if (wanted.size > 0) throw new Error(`trim-exports: ${from} does not export ${[...wanted].join(", ")}`);
writeFileSync(to, Buffer.concat(parts));
