/** As in the package's `tokenTypes()`, for which the wasm would have to be compiled when the extension starts. */
export const TOKEN_TYPES = ["property", "string", "number", "keyword", "escape", "heading"] as const;
