// The licenses of what is bundled: of the packages that esbuild read, and what the npm package says of its own parts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dirname, "../..");

/** @param {string[]} inputs paths of bundled files */
export function notices(inputs) {
  const names = inputs.map((it) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(it)?.[1]);
  const packages = [...new Set(names)].filter((it) => it !== undefined).sort();
  const parts = packages.map((it) => noticeOf(join(top, "node_modules", it)));
  // The npm package is bundled with what is in it already.
  const inner = ["NOTICES.txt", "NOTICES.md", "THIRD-PARTY.txt"]
    .map((it) => join(top, "npm", it))
    .find(existsSync);
  parts.push(
    inner === undefined ? noticeOf(join(top, "node_modules/fflate")) : readFileSync(inner, "utf8").trim(),
  );
  return `This extension contains the following software.\n\n${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((it) => /^licen[cs]e/i.test(it));
  if (file === undefined) throw new Error(`${name} has no license file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}
