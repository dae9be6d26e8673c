import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { escaped } from "./html.ts";
import { formatPage, formatsIndex, type Made, ruleIndex, rulePage } from "./layout.ts";
import { POLICY, VERSION } from "./page.ts";
import { FORMATS, RULES, readLibrary } from "./pages.ts";

/** The script of all rule and format pages; it imports their styles. */
export const SCRIPT = "src/library/main.ts";

/** The rule and format pages: HTML that is generated at build time and readable without a script. */
export function library(): Plugin {
  let outDir = "";
  return {
    name: "agent-response-library",
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: "pre",
      handler(_, bundle) {
        const entry = Object.values(bundle).find(
          (it) => it.type === "chunk" && it.name === "library" && it.isEntry,
        );
        if (entry?.type !== "chunk") throw new Error("the build has no script for the library");
        const styles = [...(entry.viteMetadata?.importedCss ?? [])];
        const head = [
          `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
          ...styles.map((it) => `<link rel="stylesheet" href="../${it}" />`),
          `<script type="module" src="../${entry.fileName}"></script>`,
        ];
        for (const [path, made] of pages()) {
          mkdirSync(dirname(join(outDir, path)), { recursive: true });
          writeFileSync(join(outDir, path), document(path, made, head));
        }
      },
    },
    configureServer(server) {
      server.watcher.add([RULES, FORMATS]);
      server.middlewares.use(async (request, response, next) => {
        const asked = new URL(request.url ?? "/", "http://localhost").pathname.slice(1);
        const path = asked.endsWith("/") ? `${asked}index.html` : asked;
        const made = /^(rules|formats)\//.test(path) ? pages().get(path) : undefined;
        if (made === undefined) return next();
        const html = document(path, made, [`<script type="module" src="/${SCRIPT}"></script>`]);
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(await server.transformIndexHtml(request.url ?? "/", html));
      });
    },
  };
}

/** All pages, by their paths. */
function pages(): Map<string, Made> {
  const read = readLibrary();
  const { rules, formats } = read;
  return new Map([
    ["rules/index.html", ruleIndex(read)],
    ["formats/index.html", formatsIndex(read)],
    ...rules.map((it, idx): [string, Made] => [`rules/${it.code}.html`, rulePage(read, idx)]),
    ...formats.map((it, idx): [string, Made] => [`formats/${it.info.id}.html`, formatPage(read, idx)]),
  ]);
}

/** The icons of the main page, the only place where they are defined. */
const symbols = (): string =>
  /<svg class="sr"[\s\S]*?<\/svg>\n(?= {2}<\/body>)/.exec(
    readFileSync(new URL("../index.html", import.meta.url), "utf8"),
  )?.[0] ?? "";

function document(path: string, { title, summary, main }: Made, head: readonly string[]): string {
  const section = path.split("/")[0];
  const link = (to: string, text: string): string =>
    `<a href="../${to}/"${to === section ? ` aria-current="${path.endsWith("/index.html") ? "page" : "true"}"` : ""}>${text}</a>`;
  return `<!doctype html>
<html lang="en" data-root="../">
  <head>
    <meta charset="utf-8" />
    ${head[0] ?? ""}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)} · agent-response</title>
    <meta name="description" content="${escaped(summary)}" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f6f4" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131417" />
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="../icon-192.png" />
    <script src="../theme.js"></script>
    ${head.slice(1).join("\n    ")}
  </head>
  <body class="library">
    <a class="skip" href="#main">Skip to the text</a>
    <header class="bar">
      <a class="brand" href="../"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#mark" /></svg><span>agent-response</span></a>
      <nav class="actions" aria-label="Site">
        <a href="../">Check a file</a>
        ${link("rules", "Rules")}
        ${link("formats", "Formats")}
        <button type="button" id="theme-button" class="quiet icon scripted" aria-label="Dark theme" aria-pressed="false"><svg viewBox="0 0 20 20" aria-hidden="true"><use href="#i-theme" /></svg></button>
      </nav>
    </header>
    <main id="main" tabindex="-1">
${main}
    </main>
    <footer>
      <p>Examples are checked in your browser; nothing leaves the page.</p>
      <p class="version">agent-response ${VERSION}</p>
    </footer>
    <div class="notice" id="notice" role="status"></div>
    <div class="sr" id="counts" role="status"></div>
${symbols()}  </body>
</html>
`;
}
