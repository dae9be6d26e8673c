/** Prepares the wasm before the first call, from anything that can be compiled. */

import { coded, found, kind, refusal } from "../../src/wasm/fast.js";
import { compileSync, instance, isCompiled, isModule, ownSource, useModule } from "./instance.ts";

export async function init(input?: unknown): Promise<void> {
  const given = (await input) ?? undefined;
  // What the engine itself throws gets a code, too.
  const failed = (error: object) => Promise.reject(coded(error, "not-compiled"));
  if (given !== undefined || !isCompiled()) useModule(await compile(given ?? ownSource()).catch(failed));
  instance();
}

export function initSync(input?: object): void {
  if (input !== undefined) useModule(compileSync(source(input, "bytes or a WebAssembly.Module")));
  instance();
}

async function compile(input: unknown): Promise<WebAssembly.Module> {
  if (typeof input === "string" || kind(input) === "URL")
    return compileResponse(await fetched(input as string | URL));
  if (kind(input) === "Response") return compileResponse(input as Response);
  const given = source(input, "a URL, a Response, bytes or a WebAssembly.Module");
  return isModule(given) ? (given as WebAssembly.Module) : WebAssembly.compile(given as BufferSource);
}

async function fetched(address: string | URL): Promise<Response> {
  try {
    return await fetch(address);
  } catch (cause) {
    const message = `input must be a URL that can be fetched, but ${found(String(address))}`;
    throw coded(new TypeError(message, { cause }), "not-fetched");
  }
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw coded(new Error(`${response.url} answered ${response.status}`), "not-fetched");
  const type = response.headers.get("content-type");
  // Early versions of Node 18 and of Bun cannot.
  if (type === "application/wasm" && WebAssembly.compileStreaming)
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the wasm can be compiled from. Bytes that are not wasm would fail as if compiling were not allowed. */
function source(input: unknown, expected: string): BufferSource | WebAssembly.Module {
  if (isModule(input)) return input as WebAssembly.Module;
  let bytes: Uint8Array | undefined;
  if (kind(input) === "ArrayBuffer") bytes = new Uint8Array(input as ArrayBuffer);
  if (ArrayBuffer.isView(input)) bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (!bytes) throw refusal(`input must be ${expected}, but ${found(input)}`);
  if (String(bytes.subarray(0, 4)) !== "0,97,115,109")
    throw refusal("input must be WebAssembly, but its bytes are not");
  return input as BufferSource;
}
