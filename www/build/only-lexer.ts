import type { Plugin } from "vite";

/** From the default instance to the exports. */
const REST = /var \w+=new \w+;function \w+\(\w+,\w+\)\{return[\s\S]*;export\{[^}]*\b(\w+) as Lexer\b[^}]*\};/;

/**
 * Of `marked`, only the part that reads Markdown: the package sets up an instance when it is loaded, for which its writer
 * of HTML is kept, which takes 3 KB and is never called.
 */
export const onlyLexer = (): Plugin => ({
  name: "agent-response-only-lexer",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!/\/marked\/lib\/marked\.esm\.js$/.test(id)) return undefined;
    if (!REST.test(code))
      return this.error("marked has another form now: look at what it sets up when it is loaded");
    return { code: code.replace(REST, "export{$1 as Lexer};"), map: null };
  },
});
