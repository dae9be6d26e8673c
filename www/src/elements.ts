import { prose as inPieces } from "./adapters/prose.ts";

/** The relative path from this page to the main page. */
export const ROOT = document.documentElement.dataset.root ?? "./";

/** The element with this id; a page without it, or with another kind of element there, is broken. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} with the id ${id}`);
}

type Attributes = Record<string, string | boolean | undefined>;

/** A new element. Strings become text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (typeof value === "string") made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button that does one thing. */
export function button(
  attributes: Attributes,
  act: () => void,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", act);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** One of the page's icons, hidden from screen readers. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Text in which `backticks` mark code, as text and code elements. */
export const prose = (text: string): (Node | string)[] =>
  inPieces(text).map((it) => (it.isCode ? make("code", {}, it.text) : it.text));
