declare module "inlined-wasm" {
  /** The wasm in base64. */
  const text: string;
  export default text;
}
declare module "compiled-wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare const Buffer: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> };
