/**
 * Patterns of paths: `*`, `?`, `**` and `{a,b}`, as the command understands them too.
 * `src/surface/cli/config/glob.rs` is the same in Rust; both pass the same table of cases. Not made a regular
 * expression: the pattern comes with the folder, and some patterns would keep one busy for hours.
 */

import { shown } from "./words.js";

/** Whether the pattern stands for a path, whose folders are separated by `/`. */
export type Glob = (path: string) => boolean;

type Step =
  | { kind: "is"; char: string }
  | { kind: "any" } // any character but `/`
  | { kind: "name" } // characters but `/`, any number of them
  | { kind: "all" } // any characters
  | { kind: "either"; targets: number[] }; // on to each of these steps

const LONGEST = 1000;

/** What is wrong with a pattern. */
export function globFault(text: string): string | undefined {
  if (text === "") return "`glob` is empty; expected a pattern such as `answers/*.json`";
  if ([...text].length > LONGEST) return `\`glob\` has more than ${LONGEST} characters`;
  if (text.includes("\\")) return "`glob` contains `\\`; separate folders with `/`";
  const sign = /^!|[[\]]/.exec(text);
  if (sign) return `\`${sign[0]}\` has no meaning in a glob; expected \`*\`, \`**\`, \`?\` or \`{a,b}\``;
  return braces(text) ?? folders(text);
}

function braces(text: string): string | undefined {
  let open = false;
  for (const it of text) {
    if (it === "{" && open) return "A `{` in a glob is inside another one";
    if (it === "}" && !open) return "A `}` in a glob was never opened";
    if (it === "{" || it === "}") open = it === "{";
  }
  return open ? "A `{` in a glob is never closed" : undefined;
}

function folders(text: string): string | undefined {
  if (text.split(/[/{,}]/).some((it) => it.includes("**") && it !== "**")) {
    return "`**` in a glob must be a complete path component, as in `a/**/b`";
  }
  if (!text.split("/").some((it) => it === "" || it === "." || it === "..")) return undefined;
  return `\`glob\` is \`${shown(text)}\`; expected a path below this file's folder, such as \`answers/*.json\``;
}

/** Reads a pattern without a fault. One without a folder is about names in any folder. */
export function readGlob(text: string): Glob {
  const steps = read(text.includes("/") ? text : `**/${text}`);
  return (path) => {
    // All steps that the characters so far may have led to: as long as the path times the pattern at most.
    let now = enter(steps, [0]);
    for (const char of path) {
      const next: number[] = [];
      for (const at of now) {
        const step = steps[at];
        if (step?.kind === "all" || (step?.kind === "name" && char !== "/")) next.push(at);
        else if ((step?.kind === "any" && char !== "/") || (step?.kind === "is" && step.char === char)) {
          next.push(at + 1);
        }
      }
      now = enter(steps, next);
    }
    return now.has(steps.length);
  };
}

/** The steps, and those that are reached from them without a character. */
function enter(steps: readonly Step[], from: number[]): Set<number> {
  const marks = new Set<number>();
  const waiting = [...from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (marks.has(at)) continue;
    marks.add(at);
    const step = steps[at];
    if (step?.kind === "name" || step?.kind === "all") waiting.push(at + 1);
    else if (step?.kind === "either") waiting.push(...step.targets);
  }
  return marks;
}

function read(text: string): Step[] {
  const out: Step[] = [];
  let group: number[] | undefined; // where the branches of the group at hand begin
  let ends: number[][] = []; // and where they go on afterwards
  for (const [part] of text.matchAll(/\*\*\/|\*\*|./gsu)) {
    const at = out.length;
    if (part === "**/") {
      // Any number of folders, none among them.
      out.push({ kind: "either", targets: [at + 1, at + 3] }, { kind: "all" }, { kind: "is", char: "/" });
    } else if (part === "**") out.push({ kind: "all" });
    else if (part === "*") out.push({ kind: "name" });
    else if (part === "?") out.push({ kind: "any" });
    else if (part === "{") {
      group = [at + 1];
      out.push({ kind: "either", targets: group });
    } else if (part === "," && group) {
      const end: number[] = [];
      ends.push(end);
      out.push({ kind: "either", targets: end });
      group.push(at + 1);
    } else if (part === "}") {
      for (const it of ends) it.push(at);
      [group, ends] = [undefined, []];
    } else out.push({ kind: "is", char: part });
  }
  return out;
}
