/** What wasm-bindgen writes for `crates/cli/src/host/node.rs`. */
declare module "command-glue" {
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
  export function run(): number;
  export function lastPanic(): string;
}
/** `node.js` next to that file; it has state, so there must be only one copy of it. */
declare module "command-host" {
  export function write(fd: number, bytes: Uint8Array): void;
}
