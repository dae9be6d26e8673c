/**
 * The binding with an instance of the wasm: made at the first call from a module that is compiled once, and again after a
 * crash or when its memory has grown large.
 */

import { bind, type Functions } from "binding";
import { kind } from "../../src/surface/wasm/fast.js";

/** What is called. */
export interface Core extends Functions {
  readonly memory: WebAssembly.Memory;
  /** Whether an error is one that the binding throws on purpose. */
  isMeant(error: unknown): boolean;
}

/** Above this an instance is dropped after a call, which gives its memory back. */
const LARGEST = 64 * 1024 * 1024;

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
  const { TextEncoder, TextDecoder } = coders();
  const binding = bind(TextEncoder, TextDecoder);
  const imports: WebAssembly.Imports = {};
  for (const { module: from } of WebAssembly.Module.imports(module))
    imports[from] = from.startsWith("./snippets/") ? binding.fast : binding;
  const { exports } = new WebAssembly.Instance(module, imports);
  binding.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  core = {
    ...functions(binding),
    memory: exports.memory as WebAssembly.Memory,
    isMeant: (error) => error === binding.fast.lastMeant,
  };
  return core;
}

/** The functions alone: the binding has more that is called by the wasm. */
function functions(binding: Functions): Functions {
  const { validate, fix, wrap, recover, unwrap, locate, explain, rules, formats } = binding;
  const { agentText, repairPrompt, validateWith } = binding;
  const { documents, document, edit, toFile, toInner, applyEdits, locateAll } = binding;
  const { hover, complete, symbols, definition, folding, selectionRanges, tokens, tokenTypes, format } =
    binding;
  return {
    ...{ validate, fix, wrap, recover, unwrap, locate, explain, rules, formats },
    ...{ agentText, repairPrompt, validateWith },
    ...{ documents, document, edit, toFile, toInner, applyEdits, locateAll },
    ...{ hover, complete, symbols, definition, folding, selectionRanges, tokens, tokenTypes, format },
  };
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

/** Also one from another context. */
export function isModule(it: unknown): boolean {
  return kind(it) === "WebAssembly.Module";
}

/** Forgets the instance: after a crash its memory means nothing any more. */
export function drop(): void {
  core = undefined;
}

/** To be called after each call: gives the memory back when it has grown large. */
export function settle(it: Core): void {
  if (it.memory.buffer.byteLength > LARGEST) drop();
}

/** Some test environments, such as Jest's for pages, have no coders of their own. */
function coders(): Pick<typeof globalThis, "TextEncoder" | "TextDecoder"> {
  return "TextEncoder" in globalThis
    ? globalThis
    : (globalThis.process?.getBuiltinModule?.("node:util") ?? globalThis);
}
