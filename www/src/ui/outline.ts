import type { DocumentSymbol } from "agent-response/editor";
import { button, element, make } from "../elements.ts";
import { menu } from "./menu.ts";

const opener = element("outline-button", HTMLButtonElement);
const box = element("outline", HTMLDivElement);

/** Deeply nested members are left out: whoever looks for them uses the search. */
const DEEPEST = 5;

/** The outline of the file and of the documents in it; created when it is opened. */
export function start(symbols: () => DocumentSymbol[], jump: (from: number, to: number) => void): void {
  menu(opener, box);
  box.addEventListener("beforetoggle", (event) => {
    if ((event as ToggleEvent).newState !== "open") return;
    const all = symbols();
    box.replaceChildren(
      all.length === 0 ? make("p", { class: "aside" }, "Nothing to list") : branch(all, jump, 1),
    );
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== "o") return;
    event.preventDefault();
    box.togglePopover();
    box.querySelector("button")?.focus();
  });
}

const branch = (
  all: readonly DocumentSymbol[],
  jump: (from: number, to: number) => void,
  depth: number,
): HTMLUListElement =>
  make(
    "ul",
    depth === 1 ? { "aria-label": "Outline" } : {},
    ...all.map((it) =>
      make(
        "li",
        {},
        button(
          { class: it.kind },
          () => jump(it.selection.from, it.selection.to),
          make("span", { class: "name" }, it.name),
          ...(it.detail === "" ? [] : [" ", make("span", { class: "aside" }, it.detail)]),
        ),
        ...(it.children.length === 0 || depth === DEEPEST ? [] : [branch(it.children, jump, depth + 1)]),
      ),
    ),
  );
