import { defineConfig } from "vite";
import { library, SCRIPT } from "./build/library.ts";
import { page, rules } from "./build/page.ts";
import { RULES } from "./build/pages.ts";
import { plainImports } from "./build/plain-imports.ts";

export default defineConfig({
  base: "./",
  plugins: [plainImports(), library(), page(), rules(RULES)],
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", library: SCRIPT },
      // Its trees come with the support for languages, of which nothing is used; it does not say itself that it can go.
      treeshake: { moduleSideEffects: (id) => !id.includes("/@lezer/common/") },
    },
  },
});
