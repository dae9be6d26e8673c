declare module "inlined-wasm" {
  /** The wasm, deflated, in base64. */
  export const packed: string;
  /** Its size in bytes when unpacked. */
  export const size: number;
}
declare module "node:fs" {
  export function readFileSync(file: string): Uint8Array<ArrayBuffer>;
}
declare module "compiled-wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare module "binding" {
  import type * as Api from "../dist/editor.js";

  /** The functions that `src/wasm.rs` describes; those for editors only in the binding for them. */
  export type Functions = Omit<typeof Api, "init" | "initSync" | "checkPayload"> & {
    /** These two only in the binding that knows tools. */
    compileWith(compile: (schema: string) => unknown): void;
    validateToolCall<T>(call: string, tools: string | undefined, options: unknown): T;
  };
  export interface Binding extends Functions, WebAssembly.ModuleImports {
    __wbg_set_wasm(exports: WebAssembly.Exports): void;
    /** `src/wasm/fast.js`; `outcomes.js` and, in the binding for editors, `answers.js` are beside it. */
    fast: WebAssembly.ModuleImports & { readonly lastMeant: unknown };
  }
  /** The glue code that wasm-bindgen generates, once for each wasm instance: it keeps the instance's state. */
  export function bind(
    encoder: typeof globalThis.TextEncoder,
    decoder: typeof globalThis.TextDecoder,
  ): Binding;
}
declare var __dirname: string;
declare var Buffer: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> };
declare var process:
  | {
      getBuiltinModule?(
        name: "node:zlib",
      ): { inflateRawSync(it: Uint8Array): Uint8Array<ArrayBuffer> } | undefined;
      getBuiltinModule?(
        name: "node:module",
      ): { createRequire(from: string): (name: string) => unknown } | undefined;
      getBuiltinModule?(name: "node:fs"): { readFileSync(file: URL): Uint8Array<ArrayBuffer> } | undefined;
      getBuiltinModule?(
        name: "node:util",
      ): Pick<typeof globalThis, "TextEncoder" | "TextDecoder"> | undefined;
    }
  | undefined;
