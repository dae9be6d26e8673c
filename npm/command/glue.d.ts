/** What wasm-bindgen writes for `src/surface/cli/host/node.rs`. */
declare module "command-glue" {
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
  export function run(): number;
  export function lastPanic(): string;
}
/** `node.js` next to it, which has state and must be there once. */
declare module "command-host" {
  export function write(fd: number, bytes: Uint8Array): void;
}
