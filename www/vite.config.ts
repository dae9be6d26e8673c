import { defineConfig, type UserConfig } from "vite";
import { library, SCRIPT } from "./build/library.ts";
import { page, rules } from "./build/page.ts";
import { RULES } from "./build/pages.ts";
import { plainImports } from "./build/plain-imports.ts";
import { single } from "./build/single.ts";

const build: UserConfig["build"] = {
  target: ["chrome123", "firefox121", "safari17.5"],
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  reportCompressedSize: false,
};
const rolldownOptions = {
  // Its trees come with the support for languages, of which nothing is used; it does not say itself that it can go.
  treeshake: { moduleSideEffects: (id: string) => !id.includes("/@lezer/common/") },
};

/** The site, or with `--mode single` the page as a single file beside it. */
export default defineConfig(({ mode }) =>
  mode === "single"
    ? {
        base: "./",
        publicDir: false,
        plugins: [single(), plainImports(), rules(RULES)],
        build: {
          ...build,
          emptyOutDir: false,
          rolldownOptions: { ...rolldownOptions, input: "index.html", output: { codeSplitting: false } },
        },
      }
    : {
        base: "./",
        plugins: [plainImports(), library(), page(), rules(RULES)],
        build: {
          ...build,
          rolldownOptions: { ...rolldownOptions, input: { index: "index.html", library: SCRIPT } },
        },
      },
);
