import { prose as inCode } from "../src/adapters/prose.ts";
import { tokens } from "../src/adapters/tokens.ts";
import type { Example, Finding } from "./examples.ts";
import type { Prose } from "./prose.ts";

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (it) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[it] ?? "&quot;");

/** Text in which `backticks` mark code. */
export const words = (text: string): string =>
  inCode(text)
    .map((it) => (it.isCode ? `<code>${escaped(it.text)}</code>` : escaped(it.text)))
    .join("");

/** An icon of the page, hidden from screen readers. */
export const icon = (name: string): string =>
  `<svg viewBox="0 0 20 20" aria-hidden="true"><use href="#i-${escaped(name)}" /></svg>`;

const TITLES: Record<string, string> = { error: "Error", warning: "Warning", info: "Note", hint: "Hint" };

/** The icon of a severity, and its name for those who do not see it. */
export const sign = (severity: string): string =>
  `<span class="sign ${severity}">${icon(severity)}<span class="sr">${TITLES[severity] ?? ""}: </span></span>`;

/** Tags that stay as they are; the headings of a page begin one level below its title. */
const TAGS: Record<string, string> = Object.fromEntries(
  "p ul ol li blockquote code table thead tbody tr td strong em del br hr"
    .split(" ")
    .map((it) => [it, it])
    .concat([
      ["h3", "h2"],
      ["h4", "h3"],
    ]),
);
const EMPTY = new Set(["br", "hr"]);

export interface Surroundings {
  /** where a link leads; throws when there is no such page */
  resolve(href: string): string;
  /** the example with this number */
  example(idx: number): string;
}

/** The tree of a page as HTML. */
export const render = (parts: readonly Prose[], around: Surroundings): string =>
  parts.map((it) => (typeof it === "string" ? escaped(it) : one(it, around))).join("");

function one([name, ...rest]: Prose[], around: Surroundings): string {
  if (name === "example") return around.example(Number(rest[0]));
  if (name === "a")
    return `<a href="${escaped(around.resolve(String(rest[0])))}">${render(rest.slice(1), around)}</a>`;
  const inner = render(rest, around);
  // A column without a name has no heading.
  if (name === "th") return inner === "" ? "<td></td>" : `<th scope="col">${inner}</th>`;
  const tag = TAGS[String(name)];
  if (tag === undefined) return inner;
  if (EMPTY.has(tag)) return `<${tag} />`;
  const made = `<${tag}>${inner}</${tag}>`;
  return tag === "table" ? `<div class="table" tabindex="0">${made}</div>` : made;
}

/** An example, with the page's findings below it. */
export function figure(example: Example, id: string, isRule: boolean): string {
  const { caption, text, findings, setup, isRepaired } = example;
  const pre = `<pre><code>${code(text, findings)}</code></pre>`;
  if (setup === null && !isRepaired && caption !== "")
    return `<details class="beside"><summary>${words(caption)}</summary>${pre}</details>\n`;
  const what = caption === "" ? "" : `<span class="what">${words(caption)}</span>`;
  const head = setup === null && what === "" ? "" : `<figcaption>${what}</figcaption>`;
  const live = setup === null ? "" : ` id="${id}" data-setup="${escaped(JSON.stringify(setup))}"`;
  const list = setup === null ? "" : listOf(example, isRule);
  return `<figure class="example${isRepaired ? " repaired" : ""}"${live}>${head}${pre}${list}</figure>\n`;
}

function listOf({ text, findings }: Example, isRule: boolean): string {
  if (findings.length === 0)
    return `<p class="finds clean"><span class="sign ok">${icon("ok")}</span>Nothing to report</p>`;
  const items = findings.map((finding) => {
    const column = [...text.slice(text.lastIndexOf("\n", finding.from - 1) + 1, finding.from)].length + 1;
    const inner =
      finding.inner === null
        ? ""
        : ` <span class="inner"><code>${escaped(finding.inner.pointer)}</code> ${finding.inner.place}</span>`;
    const rule = isRule ? "" : ` <a class="code" href="../rules/${finding.code}.html">${finding.code}</a>`;
    const place = `<span class="place"><span class="sr">line and column </span>${finding.line + 1}:${column}${inner}</span>`;
    return `<li class="${finding.severity}">${sign(finding.severity)}<span class="message">${words(finding.message)}${rule}</span>${place}</li>`;
  });
  return `<ul class="finds">${items.join("")}</ul>`;
}

/** A text in the colors of the editor, with its findings underlined. */
function code(text: string, findings: readonly Finding[]): string {
  let out = "";
  let start = 0;
  for (const line of text.split("\n")) {
    out += colour(line, start, findings) + (start + line.length < text.length ? "\n" : "");
    start += line.length + 1;
  }
  return out;
}

function colour(line: string, start: number, findings: readonly Finding[]): string {
  const pieces = [
    ...tokens(line).map(({ kind, from, to }) => ({ look: `json-${kind}`, from, to })),
    ...findings.map(({ severity, from, to }) => ({
      look: `cm-finding cm-finding-${severity}`,
      from: from - start,
      to: to - start,
    })),
  ].filter((it) => it.from < line.length && it.to > 0 && it.to > it.from);
  const ends = pieces.flatMap(({ from, to }) => [Math.max(from, 0), Math.min(to, line.length)]);
  const cuts = [...new Set([0, ...ends, line.length])].sort((a, b) => a - b);
  let out = "";
  for (let idx = 0; idx + 1 < cuts.length; idx += 1) {
    const [from = 0, to = 0] = cuts.slice(idx, idx + 2);
    const looks = pieces.flatMap((it) => (it.from <= from && it.to >= to ? [it.look] : []));
    const part = escaped(line.slice(from, to));
    out += looks.length === 0 ? part : `<span class="${[...new Set(looks)].join(" ")}">${part}</span>`;
  }
  return out;
}
