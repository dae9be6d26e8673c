import type { Prose } from "../../build/prose.ts";
import { make } from "../elements.ts";

/** What a link in a page leads to; null leaves its text alone. */
export type Resolve = (href: string) => { href: string; open: () => void } | null;

const TAGS = [
  "p",
  "h3",
  "h4",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "mark",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
] as const;
const MORE = ["td", "strong", "em", "del", "br", "hr", "figure", "figcaption"] as const;
const known = new Set<string>([...TAGS, ...MORE]);

/** The tree of a rule's page as elements. */
export function draw(parts: readonly Prose[], resolve: Resolve): (Node | string)[] {
  return parts.flatMap((it) => (typeof it === "string" ? [it] : drawOne(it, resolve)));
}

function drawOne([name, ...rest]: Prose[], resolve: Resolve): (Node | string)[] {
  const tag = String(name);
  if (tag === "a") return link(String(rest[0]), draw(rest.slice(1), resolve), resolve);
  const children = draw(rest, resolve);
  if (!known.has(tag)) return children;
  const made = make(tag as (typeof TAGS)[number], attributes(tag), ...children);
  return [tag === "table" ? make("div", { class: "table", tabindex: "0" }, made) : made];
}

function attributes(tag: string): Record<string, string> {
  if (tag === "pre") return { tabindex: "0" };
  return tag === "th" ? { scope: "col" } : {};
}

function link(href: string, children: (Node | string)[], resolve: Resolve): (Node | string)[] {
  const target = resolve(href);
  if (target === null) return children;
  const made = make("a", { href: target.href }, ...children);
  made.addEventListener("click", (event) => {
    event.preventDefault();
    target.open();
  });
  return [made];
}
