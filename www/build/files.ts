import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";

/** All files of a folder, as paths relative to it. */
export const list = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => relative(dir, join(it.parentPath, it.name)).split(sep).join("/"))
    .sort();

/** The page as a single file, the element for other sites, and the page for addresses without one: the page needs none. */
export const SINGLE = "agent-response.html";
export const ELEMENT = "agent-response-editor.js";
export const NOT_FOUND = "404.html";
const BESIDE = ["sw.js", SINGLE, ELEMENT, NOT_FOUND];

/** What only files with tool calls need: the page loads it with the first one. */
const OF_TOOLS = /^assets\/(?:_virtual_rules-of-)?tools(?:-lines|-large|-worker)?-[\w-]+\.(?:js|wasm)$/;
export const toolFiles = (outDir: string): string[] => list(outDir).filter((it) => OF_TOOLS.test(it));

/** The files of the main page: all but the rule and format pages, and the files that only these or tool calls need. */
export const ownFiles = (outDir: string): Set<string> =>
  closure(
    outDir,
    list(outDir).filter((it) => !it.includes("/") && !BESIDE.includes(it)),
  );

/** Files and the assets that they request, at once or later, except what only tool calls need. */
export function closure(outDir: string, start: readonly string[]): Set<string> {
  const assets = list(outDir).filter((it) => it.startsWith("assets/") && !OF_TOOLS.test(it));
  const found = new Set(start);
  // Iterating over a set includes items that are added meanwhile.
  for (const file of found) {
    if (!/\.(?:html|js|css)$/.test(file)) continue;
    const text = readFileSync(join(outDir, file), "utf8");
    for (const it of assets) if (text.includes(basename(it))) found.add(it);
  }
  return found;
}
