import type { Part } from "../adapters/diff.ts";
import type { Change } from "../adapters/ledger.ts";
import { make } from "../elements.ts";

/** A stretch that a fix changes. */
export function change(it: Change): HTMLElement {
  const line = make("span", { class: "line" }, `${it.line ?? ""}`);
  const gone = it.removed === "" ? [] : [make("del", {}, it.removed)];
  const come = it.inserted === "" ? [] : [make("ins", {}, it.inserted)];
  return make(
    "p",
    { class: "diff" },
    line,
    make("span", { class: "text" }, it.before, ...gone, ...come, it.after),
  );
}

const TAGS = { same: "span", gone: "del", come: "ins", left: "span" } as const;

/** A text with its changes marked. */
export const marked = (parts: readonly Part[]): HTMLElement[] =>
  parts.map(({ kind, text }) => make(TAGS[kind], kind === "left" ? { class: "left-out" } : {}, text));
