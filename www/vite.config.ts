import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { page, rules } from "./build/page.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "./",
  plugins: [page(), rules(here("fake/rules.json"))],
  resolve: {
    alias: [
      { find: /^agent-response$/, replacement: here("fake/agent-response.ts") },
    ],
  },
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
