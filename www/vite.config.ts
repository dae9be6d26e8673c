import { defineConfig, type UserConfig } from "vite";
import { ELEMENT } from "./build/files.ts";
import { library, SCRIPT } from "./build/library.ts";
import { onlyLexer } from "./build/only-lexer.ts";
import { page, rules, symbols } from "./build/page.ts";
import { RULES } from "./build/pages.ts";
import { plainImports } from "./build/plain-imports.ts";
import { inlined, single } from "./build/single.ts";

const build: UserConfig["build"] = {
  target: ["chrome123", "firefox121", "safari17.5"],
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  reportCompressedSize: false,
};
const rolldownOptions = {
  // The package comes with the language support, which is not used; it does not declare that it has no side effects.
  treeshake: { moduleSideEffects: (id: string) => !id.includes("/@lezer/common/") },
};
/** One file next to the site. */
const oneFile = (
  input: string | Record<string, string>,
  plugins: UserConfig["plugins"] = [],
): UserConfig => ({
  base: "./",
  publicDir: false,
  plugins: [inlined(typeof input === "string"), plainImports(), onlyLexer(), ...plugins],
  build: {
    ...build,
    emptyOutDir: false,
    rolldownOptions: {
      ...rolldownOptions,
      input,
      output: { codeSplitting: false, entryFileNames: "[name].js" },
    },
  },
});

/** What all pages load, and what the main page and live examples start with: few requests, not a file per module. */
const groups = [
  {
    name: "elements",
    test: /\/(?:src\/(?:elements|idle|worker|adapters\/(?:filter|prose)|ui\/(?:arrows|theme))\.ts|common\/signs\.ts|preload-helper\.js)$/,
  },
  {
    name: "checker",
    test: /\/(?:src\/(?:checker|core|adapters\/(?:folder|rows|setup|severity|share)|ui\/finding)\.ts|editor\.js)$/,
  },
];

/** The site; with `--mode single` the page, and with `--mode element` the element for other sites, each as one file. */
export default defineConfig(({ mode }) => {
  if (mode === "single") return oneFile("index.html", [single(), rules(RULES, false)]);
  if (mode === "element")
    return oneFile({ [ELEMENT.replace(".js", "")]: "src/element/editor.ts" }, [symbols()]);
  const input = { index: "index.html", library: SCRIPT };
  return {
    base: "./",
    worker: { format: "es" },
    plugins: [plainImports(), onlyLexer(), library(), page(), rules(RULES), symbols()],
    build: {
      ...build,
      rolldownOptions: { ...rolldownOptions, input, output: { codeSplitting: { groups } } },
    },
  };
});
