// changes.mjs VERSION: prints the section of the changelog about a version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The section about a version, without its heading; none if there is none. */
export function changes(changelog, version) {
  const sections = changelog.split(/^## /m);
  const section = sections.find((it) => it.slice(0, it.indexOf("\n")).trim() === version);
  return section?.slice(section.indexOf("\n")).trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changelog = readFileSync(join(import.meta.dirname, "../CHANGELOG.md"), "utf8");
  const section = changes(changelog, process.argv[2] ?? "");
  if (!section) {
    console.error(`changes: CHANGELOG.md has no section about ${process.argv[2]}`);
    process.exit(2);
  }
  console.log(section);
}
