import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import type { Plugin } from "vite";
import { SINGLE } from "./files.ts";
import { tight, VERSION } from "./page.ts";

/** Such a page loads nothing, not even from its own origin. */
const policy = (scripts: readonly string[], style: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(source).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${source(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const source = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const PACKED = "\0packed-wasm";

/** The id of the wasm in the page. */
const CORE = "core";

/** Puts the wasm into the script, or the page into which the script comes, and does in it what a worker does elsewhere. */
export const inlined = (isPage = false): Plugin => ({
  name: "agent-response-inlined",
  enforce: "pre",
  resolveId: (id) => {
    if (id === "virtual:packed-wasm") return PACKED;
    if (id === "./background.ts") return file("../src/page/background-inlined.ts");
    // What is loaded with the first file with tool calls is never loaded there.
    if (/\/(?:wider|tools-\w+)\.ts$/.test(id)) return file("../src/wider-inlined.ts");
    return id === "./core.ts" ? file("../src/core-inlined.ts") : undefined;
  },
  load(id) {
    if (id !== PACKED) return undefined;
    return `export default ${isPage ? `document.getElementById("${CORE}").content.textContent` : JSON.stringify(packed())};`;
  },
});

const packed = (): string =>
  deflateRawSync(readFileSync(new URL(import.meta.resolve("agent-response/editor.wasm"))), {
    level: 9,
  }).toString("base64");

/** The page with all its parts in one file, which also works when opened from a disk. */
export function single(): Plugin {
  return {
    name: "agent-response-single",
    enforce: "post",
    // All of the page is there at once: nothing has to come before the rest, and no module waits to be imported.
    transformIndexHtml: { order: "pre", handler: (html) => html.replace("src/first.ts", "src/main.ts") },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const parts = Object.values(bundle);
        const part = (ending: string): string => {
          const found = parts.find((it) => it.fileName.endsWith(ending));
          if (found === undefined) this.error(`there is no part that ends in ${ending}`);
          return found.type === "chunk" ? found.code : String(found.source);
        };
        const html = whole(part(".html"), safe(part(".js")), part(".css"));
        if (parts.length !== 3) this.error(`the page is not in one piece: ${parts.map((it) => it.fileName)}`);
        for (const it of parts) delete bundle[it.fileName];
        this.emitFile({ type: "asset", fileName: SINGLE, source: html });
      },
    },
  };
}

/** Rules of the style for what is only on the site. */
const OF_SITE =
  /(?:#cursor|\.tools-note[^{},]*|\.(?:lines|rows)[^{},]*|#reply-outcome \.verdict|(?:#readers[^{},]*,?)+|#rule-body form select)\{[^}]*\}/g;

function whole(page: string, script: string, styles: string): string {
  const style = styles.replace(OF_SITE, "");
  const theme = safe(
    withoutSite(readFileSync(file("../public/theme.js"), "utf8")).replace(/^ *\/\/.*\n|^ +/gm, ""),
  );
  const icon = readFileSync(file("../public/icon.svg"), "utf8").replace(/<title>.*<\/title>|\n */g, "");
  const csp = `<meta http-equiv="Content-Security-Policy" content="${policy([theme, script], style)}" />`;
  return (
    tight(withoutSite(page))
      .replace(/<link [^>]*rel="(?:stylesheet|manifest|apple-touch-icon|modulepreload)"[^>]*>/g, "")
      .replace(/<script [^>]*type="module"[^>]*><\/script>/, "")
      .replace(/<script src="[^"]*theme\.js"><\/script>/, () => `<script>${theme}</script>`)
      .replace(
        /(<link rel="icon" href=")[^"]*"[^>]*/,
        (_, start) => `${start}data:image/svg+xml,${icon.replaceAll('"', "'").replaceAll("#", "%23")}" /`,
      )
      .replaceAll('href="./rules/"', 'href="#rules"')
      .replaceAll('href="./formats/"', 'href="#formats"')
      .replace('<meta charset="utf-8" />', (it) => `${it}\n${csp}`)
      .replace("<html ", `<html data-version="${VERSION}" `)
      .replace("%VERSION%", `agent-response ${VERSION}, in one file`)
      // A function, because the replacement contains dollar signs.
      .replace("</head>", () => `<style>${style}</style></head>`)
      // At the very end: a packer finds nothing like the text after the wasm in the text before it.
      .replace(
        /<\/body>/,
        () => `<script type="module">${script}</script><template id="${CORE}">${packed()}</template></body>`,
      )
  );
}

/** HTML or a script without what only a page with other files beside it needs. */
const withoutSite = (text: string): string =>
  text.replace(/<!-- of the site -->[\s\S]*?<!-- end -->|\/\/ of the site\n[\s\S]*?\/\/ end\n/g, "");

/** A script that is safe in HTML: what would end it, or begin a comment, is only in its strings and expressions. */
const safe = (script: string): string => script.replace(/<(?=\/script|!--)/gi, "\\x3C");

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
