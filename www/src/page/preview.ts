/** A section as its readers see it. Its Markdown becomes elements of a fixed set; HTML in it stays text. */
import type { Doc } from "../adapters/inner.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { draw } from "../ui/prose.ts";

const toggle = element("preview-button", HTMLButtonElement);
const editor = element("payload-editor", HTMLDivElement);
const box = element("preview", HTMLElement);

// It scrolls, so the keyboard must reach it.
box.tabIndex = 0;

let isOn = false;
let shown: Doc | null = null;

export function start(): void {
  toggle.addEventListener("click", () => {
    isOn = !isOn;
    show(shown);
  });
}

/** Shows the preview of a document, or its editor. */
export function show(doc: Doc | null): void {
  shown = doc;
  const isMarkdown = doc?.language === "markdown";
  const isShown = isMarkdown && isOn;
  toggle.hidden = !isMarkdown;
  toggle.setAttribute("aria-pressed", String(isShown));
  editor.hidden = isShown;
  box.hidden = !isShown;
  if (isShown) void during(render(doc));
}

async function render(doc: Doc): Promise<void> {
  const { parse } = await import("../../build/prose.ts");
  if (shown !== doc) return;
  const tree = parse(doc.text, (token) => [["pre", token.text]]);
  // Nobody leaves the page through a preview: its links are only shown.
  box.replaceChildren(...draw(tree, { resolve: () => null, example: () => document.createTextNode("") }));
}
