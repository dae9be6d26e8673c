import type { Prose } from "../../build/prose.ts";
import { make, prose } from "../elements.ts";

const TAGS = [
  "p",
  "h3",
  "h4",
  "ul",
  "ol",
  "li",
  "blockquote",
  "code",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "strong",
  "em",
  "del",
  "br",
  "hr",
] as const;
const known = new Set<string>(TAGS);

export interface Surroundings {
  /** what a link leads to; null keeps only its text */
  resolve(href: string): { href: string; open: () => void } | null;
  /** the next example */
  example(): Node;
}

/** The tree of a rule page as elements; `backticks` mark code in its texts. */
export const draw = (parts: readonly Prose[], around: Surroundings): (Node | string)[] =>
  parts.flatMap((it) => (typeof it === "string" ? prose(it) : drawOne(it, around)));

function drawOne([name, ...rest]: Prose[], around: Surroundings): (Node | string)[] {
  const tag = String(name);
  if (tag === "example") return [around.example()];
  if (tag === "a") return link(String(rest[0]), draw(rest.slice(1), around), around);
  if (tag === "pre") return [make("pre", {}, String(rest[0]))];
  const children = draw(rest, around);
  if (!known.has(tag)) return children;
  const made = make(tag as (typeof TAGS)[number], tag === "th" ? { scope: "col" } : {}, ...children);
  return [tag === "table" ? make("div", { class: "table", tabindex: "0" }, made) : made];
}

function link(href: string, children: (Node | string)[], { resolve }: Surroundings): (Node | string)[] {
  const target = resolve(href);
  if (target === null) return children;
  const made = make("a", { href: target.href }, ...children);
  made.addEventListener("click", (event) => {
    event.preventDefault();
    target.open();
  });
  return [made];
}
