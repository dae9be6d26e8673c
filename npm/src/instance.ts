/**
 * The binding with a wasm instance: created on the first call, from a module that is compiled once, and again after a
 * crash or when its memory has grown large.
 */

import { bind, type Functions } from "binding";
import { coded, kind } from "../../src/wasm/fast.js";

/** The functions to call. */
export interface Core extends Functions {
  readonly memory: WebAssembly.Memory;
  /** Whether an error is one that the binding throws on purpose. */
  isMeant(error: unknown): boolean;
}

/** Above this memory size, an instance is dropped after a call, which frees the memory. */
const LARGEST = 64 * 1024 * 1024;

let source: (() => BufferSource | WebAssembly.Module | undefined) | undefined;
let module: WebAssembly.Module | undefined;
let core: Core | undefined;

/** Sets where the first call gets the wasm from, which may be nowhere. */
export function setSource(read: NonNullable<typeof source>): void {
  source = read;
}

/** What is done with each new instance. */
let start: ((core: Core) => void) | undefined;

/** Sets what is done with each new instance. */
export function onStart(run: NonNullable<typeof start>): void {
  start = run;
}

/** Whether there is a module already, so that none has to be compiled. */
export const isCompiled = (): boolean => module !== undefined;

/** Uses this module for the next calls. */
export function useModule(compiled: WebAssembly.Module): void {
  module = compiled;
  core = undefined;
}

/** The wasm in the package, compiled or not. */
export function ownSource(): BufferSource | WebAssembly.Module {
  const own = source?.();
  if (own === undefined)
    throw coded(
      new Error("agent-response: call `await init(…)` or `initSync(…)` with the WebAssembly first"),
      "not-initialized",
    );
  return own;
}

/** The instance, created if there is none. */
export function instance(): Core {
  if (core) return core;
  module ??= compileSync(ownSource());
  const { TextEncoder, TextDecoder } = coders();
  const binding = bind(TextEncoder, TextDecoder);
  const imports: WebAssembly.Imports = {};
  for (const { module: from } of WebAssembly.Module.imports(module))
    imports[from] = binding[/^\.\/snippets\/.*?(\w+)\.js$/.exec(from)?.[1] as "fast"] ?? binding;
  const { exports } = new WebAssembly.Instance(module, imports);
  binding.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  core = {
    ...binding,
    memory: exports.memory as WebAssembly.Memory,
    isMeant: (error) => error === binding.fast.lastMeant,
  };
  start?.(core);
  return core;
}

/** Compiles synchronously; the error says what to do where that is not allowed. */
export function compileSync(input: BufferSource | WebAssembly.Module): WebAssembly.Module {
  if (isModule(input)) return input as WebAssembly.Module;
  try {
    return new WebAssembly.Module(input as BufferSource);
  } catch (cause) {
    throw coded(
      new Error(
        "agent-response: WebAssembly cannot be compiled here at once: call `await init()` first, and allow " +
          "`'wasm-unsafe-eval'` in a Content-Security-Policy",
        { cause },
      ),
      "not-compiled",
    );
  }
}

/** Recognizes even a module from another context. */
export function isModule(value: unknown): boolean {
  return kind(value) === "WebAssembly.Module";
}

/** Drops the instance: after a crash, the state of its memory is undefined. */
export function drop(): void {
  core = undefined;
}

/** Called after each call: releases the memory if it has grown large. */
export function settle(used: Core): void {
  if (used.memory.buffer.byteLength > LARGEST) drop();
}

/** Some test environments, such as jsdom in Jest, lack encoders. */
function coders(): Pick<typeof globalThis, "TextEncoder" | "TextDecoder"> {
  return "TextEncoder" in globalThis
    ? globalThis
    : (globalThis.process?.getBuiltinModule?.("node:util") ?? globalThis);
}
