import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import type { Plugin, Rolldown } from "vite";
import { briefRules } from "./brief.ts";
import { list, NOT_FOUND, ownFiles, toolFiles } from "./files.ts";
import { notFound } from "./not-found.ts";

export const VERSION = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/** The page may load its own scripts, styles and images, and connect to nothing else. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types agent-response",
].join("; ");

/** The list of the files of the rule and format pages, which only readers of those pages fetch. */
const LIBRARY = "rules/files.json";

/** HTML without the indentation of its lines, but not in preformatted text. */
export const tight = (html: string): string =>
  html.replace(/<pre>[\s\S]*?<\/pre>|\n\s+/g, (it) => (it.startsWith("<pre>") ? it : "\n"));

/** The page's own build steps: the policy, the build hash, and the service worker with the list of all files. */
export function page(): Plugin {
  let outDir = "";
  return {
    name: "agent-response-page",
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    generateBundle(_, bundle) {
      // Nearly everything that the page loads at once runs at once. With this comment, V8 compiles it off the main
      // thread during loading, not function by function at the first calls.
      const all = new Set(Object.keys(bundle).filter((it) => isFirst(bundle[it]) || isMain(bundle[it])));
      for (const name of all) {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk") continue;
        for (const it of chunk.imports) all.add(it);
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (bundle === undefined) return html.replace("%VERSION%", `agent-response ${VERSION}`);
        const build = hash(
          Object.values(bundle).map((it) => (it.type === "chunk" ? it.code : String(it.source))),
        );
        // The checker is requested at once, not only after the scripts have been read; `core.ts` asks for it in the same way.
        // In a quick build, the checker of tool calls is the same file.
        const core = Object.values(bundle).find(
          (it) => it.type === "asset" && it.names.includes("editor.wasm"),
        );
        if (core === undefined) throw new Error("page: the bundle has no editor.wasm");
        const early = `<link rel="preload" as="fetch" href="./${core.fileName}" />`;
        // What is fetched after the checker if a link contains a file.
        const chunks = Object.values(bundle).filter((it) => it.type === "chunk");
        const before = closureOf(chunks.find(isFirst), chunks);
        const later = [...closureOf(chunks.find(isMain), chunks)].filter((it) => !before.has(it));
        const csp = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
        // Before the theme script, which the parser waits for: with a policy in the page, browsers do not look ahead.
        const parts =
          /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g;
        const first = [csp, early, ...(html.match(parts) ?? [])].join("\n    ");
        return tight(
          html
            .replace(parts, "")
            .replace(/<!--[^>]*-->/g, "")
            .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${first}`)
            .replace(
              '<script src="./theme.js">',
              `<script src="./theme.js" data-later="${later.map((it) => `./${it}`).join(" ")}">`,
            )
            .replace("<html ", `<html data-version="${VERSION}" `)
            .replace("%VERSION%", `agent-response ${VERSION}, build ${build.slice(0, 7)}`),
        );
      },
    },
    writeBundle() {
      writeFileSync(join(outDir, NOT_FOUND), notFound());
      const theme = join(outDir, "theme.js");
      writeFileSync(theme, minified(readFileSync(theme, "utf8")));
      const manifest = join(outDir, "manifest.webmanifest");
      writeFileSync(manifest, JSON.stringify(JSON.parse(readFileSync(manifest, "utf8"))));
      const files = list(outDir).filter((it) => it !== "sw.js");
      const build = hash(files.map((it) => `${it} ${readFileSync(join(outDir, it), "latin1")}`));
      const own = ownFiles(outDir);
      const ofTools = toolFiles(outDir);
      const later = files.filter((it) => !own.has(it) && !ofTools.includes(it));
      // The address of a folder leads to its index.
      const folders = later.flatMap((it) => (it.endsWith("/index.html") ? [`./${dirname(it)}/`] : []));
      writeFileSync(join(outDir, LIBRARY), JSON.stringify([...folders, ...later, LIBRARY]));
      const worker = read("service-worker.js")
        .replace("%BUILD%", build)
        .replace('["%FILES%"]', JSON.stringify(["./", ...files.filter((it) => own.has(it))]))
        .replace('["%TOOLS%"]', JSON.stringify(ofTools))
        .replace("%LIBRARY%", LIBRARY);
      writeFileSync(join(outDir, "sw.js"), minified(worker));
    },
  };
}

/** A script that vite does not bundle. */
const minified = (script: string): string => transformSync(script, { minify: true, target: "es2022" }).code;

/**
 * The rule pages, as trees: the browser needs no Markdown. Findings in examples are left out: the checker finds them
 * again where the page is shown.
 */
export function rules(folder: string, isSite = true): Plugin {
  const whose = { "\0virtual:rules": "page", "\0virtual:rules-of-tools": "tools" } as const;
  return {
    name: "agent-response-rules",
    resolveId: (id) => (Object.hasOwn(whose, `\0${id}`) ? `\0${id}` : undefined),
    load(id) {
      const wanted = whose[id as keyof typeof whose];
      if (wanted === undefined) return undefined;
      for (const it of list(folder)) this.addWatchFile(join(folder, it));
      return `export default ${JSON.stringify(briefRules(isSite, wanted))};`;
    },
  };
}

const SYMBOLS = ["error", "warning", "info", "hint", "ok"];

/** The icons of severities, as data: an element creates them without parsing HTML. */
export function symbols(): Plugin {
  return {
    name: "agent-response-symbols",
    resolveId: (id) => (id === "virtual:symbols" ? "\0virtual:symbols" : undefined),
    load(id) {
      if (id !== "\0virtual:symbols") return undefined;
      const html = read("../index.html");
      const found = SYMBOLS.map((symbol) => {
        const [, inside] = new RegExp(`<symbol id="i-${symbol}"[^>]*>(.*?)</symbol>`).exec(html) ?? [];
        if (inside === undefined) this.error(`there is no symbol i-${symbol}`);
        const shapes = [...inside.matchAll(/<([a-z]+) ([^>]*?)\/>/g)].map(([, tag, attributes = ""]) => [
          tag,
          Object.fromEntries(
            [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
          ),
        ]);
        return { id: `i-${symbol}`, shapes };
      });
      return `export default ${JSON.stringify(found)};`;
    },
  };
}

type Part = Rolldown.OutputAsset | Rolldown.OutputChunk | undefined;
const isFirst = (it: Part): boolean => it?.type === "chunk" && it.isEntry && it.name === "index";
const isMain = (it: Part): boolean =>
  it?.type === "chunk" && it.facadeModuleId?.endsWith("/src/main.ts") === true;

/** A chunk, and what it imports statically. */
function closureOf(
  start: Rolldown.OutputChunk | undefined,
  all: readonly Rolldown.OutputChunk[],
): Set<string> {
  const found = new Set(start === undefined ? [] : [start.fileName]);
  for (const name of found)
    for (const it of all.find((one) => one.fileName === name)?.imports ?? []) found.add(it);
  return found;
}

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

const hash = (parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
