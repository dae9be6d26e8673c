declare module "inlined-wasm" {
  /** The wasm, deflated, in base64. */
  export const packed: string;
  /** Its bytes when unpacked. */
  export const size: number;
}
declare module "compiled-wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare const Buffer: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> };
declare var process:
  | {
      getBuiltinModule?(
        name: string,
      ): { inflateRawSync(it: Uint8Array): Uint8Array<ArrayBuffer> } | undefined;
    }
  | undefined;
