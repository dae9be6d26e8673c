import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";

/** All files of a folder, by their paths in it. */
export const list = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => relative(dir, join(it.parentPath, it.name)).split(sep).join("/"))
    .sort();

/** The page as a single file, and the element for other sites: the page itself needs neither. */
export const SINGLE = "agent-response.html";
export const ELEMENT = "agent-response-editor.js";
const BESIDE = ["sw.js", SINGLE, ELEMENT];

/** The files of the main page: all but the pages about rules and formats, and what only these ask for. */
export const ownFiles = (outDir: string): Set<string> =>
  closure(
    outDir,
    list(outDir).filter((it) => !it.includes("/") && !BESIDE.includes(it)),
  );

/** A file and the assets that it asks for, at once or later. */
export function closure(outDir: string, start: readonly string[]): Set<string> {
  const assets = list(outDir).filter((it) => it.startsWith("assets/"));
  const found = new Set(start);
  // Iterating a set includes what is added meanwhile.
  for (const file of found) {
    if (!/\.(?:html|js|css)$/.test(file)) continue;
    const text = readFileSync(join(outDir, file), "utf8");
    for (const it of assets) if (text.includes(basename(it))) found.add(it);
  }
  return found;
}
