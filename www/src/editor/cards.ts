import type { Extension } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin } from "@codemirror/view";
import { make } from "../elements.ts";

/** How long the pointer rests on a finding before its card comes, and how long the card waits for it to come over. */
const REST = 250;
const GRACE = 150;
/** What stays free at the edges of the window. */
const MARGIN = 8;

/** Shows the cards of the findings that the pointer rests on. The library's own tooltips can do much more, and weigh it. */
export const cards = (card: (id: number) => HTMLElement | null): Extension =>
  ViewPlugin.define((view) => hover(view, card));

function hover(view: EditorView, card: (id: number) => HTMLElement | null): PluginValue {
  /** What is shown, and the mark that it is about. */
  let shown: { box: HTMLElement; mark: Element } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A finger is never above anything: it shows cards and puts them away by pressing. */
  let isFinger = false;

  function show(mark: Element, y: number): void {
    hide();
    const all = mark.isConnected ? findingsOf(mark).flatMap((it) => card(it) ?? []) : [];
    if (all.length === 0) return;
    const box = make("div", { class: "cards" }, ...all);
    shown = { box, mark };
    view.dom.append(box);
    place(box, mark, y);
    document.addEventListener("keydown", dismiss);
    document.addEventListener("pointerdown", pressed, true);
  }

  function hide(): void {
    shown?.box.remove();
    shown = undefined;
    document.removeEventListener("keydown", dismiss);
    document.removeEventListener("pointerdown", pressed, true);
  }

  function dismiss(event: KeyboardEvent): void {
    if (event.key === "Escape") hide();
  }

  function pressed({ target, pointerType }: PointerEvent): void {
    if (pointerType === "touch" && target instanceof Node && !shown?.box.contains(target)) hide();
  }

  function clicked({ target, clientY }: MouseEvent): void {
    const mark = target instanceof Element ? target.closest("[data-finding]") : null;
    // The editor first takes note of the cursor and the focus, which puts a card away.
    if (isFinger && mark !== null) timer = setTimeout(() => show(mark, clientY), GRACE);
  }

  function moved({ target, clientY }: MouseEvent): void {
    if (isFinger || !(target instanceof Element)) return;
    clearTimeout(timer);
    const mark = target.closest("[data-finding]");
    if (shown?.box.contains(target) || (shown !== undefined && shown.mark === mark)) return;
    if (mark === null) left();
    else timer = setTimeout(() => show(mark, clientY), REST);
  }

  function left(): void {
    if (isFinger) return;
    clearTimeout(timer);
    timer = setTimeout(hide, GRACE);
  }

  view.dom.addEventListener("pointerdown", (event) => {
    isFinger = event.pointerType === "touch";
  });
  view.dom.addEventListener("click", clicked);
  view.dom.addEventListener("mousemove", moved);
  view.dom.addEventListener("mouseleave", left);
  view.scrollDOM.addEventListener("scroll", hide);
  return {
    update(update): void {
      if (update.transactions.length > 0) hide();
    },
    destroy(): void {
      clearTimeout(timer);
      hide();
    },
  };
}

/** The findings whose marks hold each other here, in the order of the list. */
function findingsOf(mark: Element): number[] {
  const ids = new Set<number>();
  for (let it: Element | null = mark; it !== null; it = it.parentElement?.closest("[data-finding]") ?? null)
    ids.add(Number(it.getAttribute("data-finding")));
  return [...ids].sort((a, b) => a - b);
}

/** Above the line of the mark that the pointer is on, or below it where there is more room. */
function place(box: HTMLElement, mark: Element, y: number): void {
  const lines = [...mark.getClientRects()];
  const line = lines.find((it) => it.top <= y && y <= it.bottom) ?? mark.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const isAbove = line.top - height >= MARGIN || line.top > innerHeight - line.bottom;
  box.style.top = `${isAbove ? line.top - height : line.bottom}px`;
  box.style.left = `${Math.max(MARGIN, Math.min(line.left, innerWidth - width - MARGIN))}px`;
}
