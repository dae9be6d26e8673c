/**
 * Compiles the wasm before the first call, without blocking; not needed otherwise.
 * The wasm may be given as a URL, a Response, bytes, a WebAssembly.Module or a promise of one of these.
 */
export declare function init(input?: string | object): Promise<void>;

/** The same, synchronously, from bytes or a WebAssembly.Module. */
export declare function initSync(input?: object): void;
