import type { Change } from "../adapters/ledger.ts";
import { make } from "../elements.ts";
import { later } from "../idle.ts";
import { change } from "./change.ts";

/** How long the pointer or the focus rests on a fix before its changes are shown. */
const REST = 350;
const MOST = 6;

let box: HTMLElement | undefined;
let stop = (): void => undefined;

/** Shows what a fix would change while its button has the pointer or the focus. */
export function peek(button: HTMLButtonElement, changes: () => HTMLElement | Change[]): void {
  const soon = (): void => {
    stop();
    stop = later(() => show(button, changes()), REST);
  };
  button.addEventListener("mouseenter", soon);
  button.addEventListener("focus", () => button.matches(":focus-visible") && soon());
  for (const it of ["mouseleave", "blur", "pointerdown"]) button.addEventListener(it, hidePeek);
  button.addEventListener("keydown", ({ key }) => key === "Escape" && hidePeek());
}

export function hidePeek(): void {
  stop();
  box?.remove();
  box = undefined;
}

function show(button: HTMLButtonElement, changes: HTMLElement | readonly Change[]): void {
  hidePeek();
  const shown = changes instanceof HTMLElement ? [changes] : listed(changes);
  if (shown.length === 0 || !button.isConnected) return;
  box = make("div", { class: "cards peek", role: "tooltip" }, ...shown);
  // Next to its button, so that it belongs to the editor's card or the dialog.
  const root = button.getRootNode();
  (button.closest(".cm-editor, dialog") ?? (root instanceof ShadowRoot ? root : document.body)).append(box);
  const at = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  box.style.top = `${at.top - height - 6 >= 8 ? at.top - height - 6 : at.bottom + 6}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
}

function listed(changes: readonly Change[]): HTMLElement[] {
  const rest = changes.length - MOST;
  const more = rest > 0 ? [make("p", { class: "aside" }, `and ${rest} more`)] : [];
  return [...changes.slice(0, MOST).map(change), ...more];
}
