/** As `tokenTypes()` of the package has them, which would be compiled for it when the extension starts. */
export const TOKEN_TYPES = ["property", "string", "number", "keyword", "escape", "heading"] as const;
