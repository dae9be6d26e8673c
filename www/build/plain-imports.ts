import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

/**
 * Dynamic imports stay plain: Vite's helper, which would load their styles and further scripts, takes most of a
 * kilobyte, and no part that is loaded later has styles of its own.
 */
export function plainImports(): Plugin {
  return {
    name: "agent-response-plain-imports",
    enforce: "pre",
    apply: "build",
    load: (id) => (id === HELPER ? "export const __vitePreload = (load) => load();" : undefined),
    generateBundle(_, bundle) {
      for (const it of Object.values(bundle))
        if (it.type === "chunk" && !it.isEntry && (it.viteMetadata?.importedCss.size ?? 0) > 0)
          this.error(`${it.fileName} has styles that nothing would load`);
    },
  };
}
