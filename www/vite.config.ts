import { createRequire } from "node:module";
import { defineConfig } from "vite";
import { page, rules } from "./build/page.ts";

const { resolve } = createRequire(import.meta.url);

export default defineConfig({
  base: "./",
  plugins: [page(), rules(resolve("agent-response/rules.json"))],
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
