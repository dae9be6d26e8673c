/**
 * The wasm behind the functions: compiled once, at the first call; an instance of it that lasts until it traps or has
 * grown large. Text goes in through a buffer of the instance; `src/surface/wasm.rs` is the other side.
 */

import type { FormatId } from "../dist/index.js";
import { kind } from "./options.ts";

/** What the wasm exports. Lengths are bytes, results are addresses of numbers (see `decode.ts`) or zero. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(length: number): number;
  configure(length: number): number;
  validate(length: number): number;
  validate_bytes(length: number): number;
  fix(length: number, suggestions: number): number;
  wrap(contentLength: number, optionsLength: number): number;
  recover(contentLength: number, optionsLength: number): number;
  unwrap(length: number): number;
  locate(textLength: number, pointerLength: number): number;
  rules(): number;
  formats(): number;
}

/** An instance and the views of its memory, which last until the memory grows. */
export interface Core {
  readonly wasm: Exports;
  /** All of the memory. */
  bytes: Uint8Array;
  numbers: Uint32Array;
  /** The buffer that text is written into. */
  input: Uint8Array;
  /** The format that the instance told last. */
  format: { id: FormatId | null; reason: string };
  /** The options that the instance has, as JSON. */
  options: string;
}

/** Above this an instance is dropped after a call, which gives its memory back. */
const LARGEST = 64 * 1024 * 1024;
/** The least that the buffer for text holds, in bytes. */
const SMALLEST = 16 * 1024;
/** Up to this many code units the buffer gets room for the worst case, three bytes each; above it grows when it must. */
const SMALL = 64 * 1024;

const encoder = new TextEncoder();
let source: (() => BufferSource | WebAssembly.Module) | undefined;
let module: WebAssembly.Module | undefined;
let core: Core | undefined;

/** Names the place that the first call takes the wasm from. */
export function setSource(it: () => BufferSource | WebAssembly.Module): void {
  source = it;
}

/** Takes this module for the calls to come. */
export function useModule(it: WebAssembly.Module): void {
  module = it;
  core = undefined;
}

/** The wasm that the package brings, compiled or not. */
export function ownSource(): BufferSource | WebAssembly.Module {
  if (!source)
    throw new Error(
      "agent-response/slim: call `await init(…)` or `initSync(…)` with the wasm before the first call",
    );
  return source();
}

/** The instance, made when there is none. */
export function instance(): Core {
  if (core) return core;
  module ??= compileSync(ownSource());
  const exports = new WebAssembly.Instance(module, stubs(module)).exports as unknown as Exports;
  const none = new Uint8Array();
  core = {
    wasm: exports,
    bytes: none,
    numbers: new Uint32Array(),
    input: none,
    format: { id: null, reason: "" },
    options: "{}",
  };
  look(core);
  return core;
}

/** The wasm asks JavaScript for nothing; what its tools leave as imports is never called, or is a crash. */
function stubs(it: WebAssembly.Module): WebAssembly.Imports {
  const all: Record<string, Record<string, () => never>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(it)) {
    all[from] ??= {};
    all[from][name] = () => {
      throw new WebAssembly.RuntimeError(name);
    };
  }
  return all;
}

/** Also one from another context. */
export function isModule(it: unknown): boolean {
  return kind(it) === "WebAssembly.Module";
}

/** Compiles at once, or says what can be done where that is refused. */
export function compileSync(it: BufferSource | WebAssembly.Module): WebAssembly.Module {
  if (isModule(it)) return it as WebAssembly.Module;
  try {
    return new WebAssembly.Module(it as BufferSource);
  } catch (cause) {
    throw new Error(
      "agent-response: WebAssembly could not be compiled synchronously here; call `await init()` once before the first " +
        "call, and under a Content-Security-Policy allow `script-src 'wasm-unsafe-eval'`",
      { cause },
    );
  }
}

/** Forgets the instance: after a trap its memory means nothing any more. */
export function drop(): void {
  core = undefined;
}

/** To be called as soon as the wasm has returned: its memory may have grown and left the views behind. */
export function look(it: Core): void {
  if (it.bytes.byteLength !== 0) return;
  const { buffer } = it.wasm.memory;
  it.bytes = new Uint8Array(buffer);
  it.numbers = new Uint32Array(buffer);
  reserve(it, Math.max(it.input.length, SMALLEST));
}

/** To be called when the result is read: gives the memory back when it has grown large. */
export function settle(it: Core): void {
  if (it.bytes.byteLength > LARGEST) drop();
}

/** Makes the buffer hold at least so many bytes; what is in it stays. */
function reserve(it: Core, length: number): void {
  const address = it.wasm.reserve(length) >>> 0;
  const { buffer } = it.wasm.memory;
  if (it.bytes.byteLength === 0) {
    it.bytes = new Uint8Array(buffer);
    it.numbers = new Uint32Array(buffer);
  }
  it.input = new Uint8Array(buffer, address, length);
}

/** Writes text into the buffer, behind the first `at` bytes; the result is its length in bytes. */
export function write(it: Core, text: string, at = 0): number {
  const { length } = text;
  if (at === 0 && length * 3 <= it.input.length) return encoder.encodeInto(text, it.input).written;
  const guess = length <= SMALL ? length * 3 : length + (length >>> 3);
  if (at + guess > it.input.length) reserve(it, at + guess);
  let { read, written } = encoder.encodeInto(text, it.input.subarray(at));
  if (read < length) {
    reserve(it, at + written + (length - read) * 3);
    written += encoder.encodeInto(text.slice(read), it.input.subarray(at + written)).written;
  }
  return written;
}

/** Writes bytes into the buffer. */
export function writeBytes(it: Core, bytes: Uint8Array): number {
  if (bytes.length > it.input.length) reserve(it, bytes.length);
  it.input.set(bytes);
  return bytes.length;
}
