/**
 * A file next to this one, where there is one: Node reads it faster than it unpacks text. In a bundle, it is missing. Deno
 * would ask the user for permission. `getBuiltinModule` gives bundlers no import to resolve.
 */
export function beside(name: string): Uint8Array<ArrayBuffer> | undefined {
  const fs = "Deno" in globalThis ? undefined : globalThis.process?.getBuiltinModule?.("node:fs");
  const here: string | undefined = import.meta.url;
  if (!fs || !here?.startsWith("file:")) return undefined;
  try {
    return fs.readFileSync(new URL(name, here));
  } catch {
    return undefined;
  }
}

/** A CommonJS module next to this file, in Node; undefined elsewhere. */
export function siblingModule<T>(name: string): T | undefined {
  const node = "Deno" in globalThis ? undefined : globalThis.process?.getBuiltinModule?.("node:module");
  const here: string | undefined = import.meta.url;
  if (!node || !here?.startsWith("file:")) return undefined;
  try {
    return node.createRequire(here)(name) as T;
  } catch {
    return undefined;
  }
}
