import symbols from "virtual:symbols";
import { make } from "../elements.ts";
import styles from "../style/element.css?inline";

/** The parts of the element. */
export type Parts = ReturnType<typeof build>;

export function build() {
  const editor = make("div", { class: "editor" });
  const verdict = make("p", { class: "verdict", role: "status" });
  const name = make("code", { class: "name" });
  const undoButton = make("button", { type: "button", disabled: true }, "Undo");
  const redoButton = make("button", { type: "button", disabled: true }, "Redo");
  const all = make("button", { type: "button", class: "primary", disabled: true }, "Fix all safe");
  const slot = make("slot", { name: "tools" });
  const actions = make("div", { class: "actions" }, slot, undoButton, redoButton, all);
  const tools = make("div", { class: "tools" }, verdict, name, actions);
  const list = make("ol", { class: "list", "aria-label": "Findings" });
  const said = make("p", { class: "sr", role: "status" });
  return { symbols: drawn(), editor, verdict, name, undoButton, redoButton, all, tools, list, said };
}

const SVG = "http://www.w3.org/2000/svg";

/** The icons of the page: the element can only use icons that are inside it. */
function drawn(): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "sr");
  svg.setAttribute("aria-hidden", "true");
  for (const { id, shapes } of symbols) {
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.id = id;
    symbol.setAttribute("viewBox", "0 0 20 20");
    for (const [tag, attributes] of shapes) {
      const shape = document.createElementNS(SVG, tag);
      for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
      symbol.append(shape);
    }
    svg.append(symbol);
  }
  return svg;
}

let sheet: CSSStyleSheet | undefined;

/** Gives the element the look of the page. Colors follow the `color-scheme` of the site. */
export function dress(root: ShadowRoot): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles.replaceAll(":root", ":host"));
  }
  root.adoptedStyleSheets.push(sheet);
}
