import { defineConfig } from "vite";
import { library, SCRIPT } from "./build/library.ts";
import { page, rules } from "./build/page.ts";
import { RULES } from "./build/pages.ts";

export default defineConfig({
  base: "./",
  plugins: [library(), page(), rules(RULES)],
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { index: "index.html", library: SCRIPT } },
  },
});
