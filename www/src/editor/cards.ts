import type { Extension } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin } from "@codemirror/view";
import { make } from "../elements.ts";
import { during, later } from "../idle.ts";

/** How long the pointer rests on a finding before its card appears, and how long the card waits for the pointer. */
const REST = 250;
const GRACE = 150;
/** The free space at the edges of the window. */
const MARGIN = 8;

/** Shows the cards of the findings that the pointer rests on. The library's own tooltips do more and are larger. */
export const cards = (card: Card, about: About): Extension =>
  ViewPlugin.define((view) => hover(view, card, about));

/** The card of a finding. */
export type Card = (id: number) => HTMLElement | null;
/** What is known about a stretch of the text. */
export interface Known {
  from: number;
  to: number;
  card: HTMLElement;
}
/** What is known about a place in the text. */
export type About = (offset: number) => Promise<Known | null>;

function hover(view: EditorView, card: Card, about: About): PluginValue {
  /** The card that is shown, and the mark or the stretch of text that it is about. */
  let shown: { box: HTMLElement; mark: Element | null; from: number; to: number } | undefined;
  let stop = (): void => undefined;
  /** What is about to be shown is not, if something else was shown or hidden meanwhile. */
  let turn = 0;
  /** A finger cannot hover: it shows and hides cards by pressing. */
  let isFinger = false;

  async function show(mark: Element | null, at: number | null, y: number): Promise<void> {
    hide();
    const own = turn;
    const known = at === null || at > view.state.doc.length ? null : await about(at);
    if (own !== turn) return;
    const found = mark?.isConnected ? findingsOf(mark).flatMap((it) => card(it) ?? []) : [];
    const all = known === null ? found : [...found, known.card];
    if (all.length === 0) return;
    const box = make("div", { class: "cards" }, ...all);
    shown = { box, mark, from: known?.from ?? 0, to: known?.to ?? 0 };
    view.dom.append(box);
    const line = mark === null ? view.coordsAtPos(known?.from ?? 0) : lineOf(mark, y);
    if (line !== null) place(box, line);
    document.addEventListener("keydown", dismiss);
    document.addEventListener("pointerdown", pressed, true);
  }

  function hide(): void {
    turn += 1;
    shown?.box.remove();
    shown = undefined;
    document.removeEventListener("keydown", dismiss);
    document.removeEventListener("pointerdown", pressed, true);
  }

  function dismiss(event: KeyboardEvent): void {
    if (event.key === "Escape") hide();
  }

  function pressed(event: PointerEvent): void {
    const { pointerType } = event;
    // Seen from outside a shadow root, the target is only its host element.
    const [target] = event.composedPath();
    if (pointerType === "touch" && target instanceof Node && !shown?.box.contains(target)) hide();
  }

  function clicked({ target, clientY }: MouseEvent): void {
    const mark = target instanceof Element ? target.closest("[data-finding]") : null;
    // The editor first handles the cursor and the focus, which hides a card.
    if (isFinger && mark !== null) stop = later(() => void during(show(mark, null, clientY)), GRACE);
  }

  function moved({ target, clientX, clientY }: MouseEvent): void {
    if (isFinger || !(target instanceof Element)) return;
    stop();
    if (shown?.box.contains(target)) return;
    const mark = target.closest("[data-finding]");
    const isText = target.closest(".cm-line") !== null;
    const at = isText ? view.posAtCoords({ x: clientX, y: clientY }) : null;
    if (shown !== undefined && shown.mark === mark && isAround(shown, mark, at)) return;
    if (mark === null && at === null) left();
    else stop = later(() => void during(show(mark, at, clientY)), REST);
  }

  function left(): void {
    if (isFinger) return;
    stop();
    stop = later(hide, GRACE);
  }

  // The editor stays when it gets another state, with another one of these.
  const ended = new AbortController();
  view.dom.addEventListener(
    "pointerdown",
    (event) => {
      isFinger = event.pointerType === "touch";
    },
    ended,
  );
  view.dom.addEventListener("click", clicked, ended);
  view.dom.addEventListener("mousemove", moved, ended);
  view.dom.addEventListener("mouseleave", left, ended);
  view.scrollDOM.addEventListener("scroll", hide, ended);
  return {
    update(update): void {
      if (update.transactions.length === 0) return;
      // Whoever types or moves elsewhere wants no card under the pointer; a finger, however, moves the cursor too.
      if (!isFinger) stop();
      hide();
    },
    destroy(): void {
      ended.abort();
      stop();
      hide();
    },
  };
}

/** The findings whose nested marks are here, in the order of the list. */
function findingsOf(mark: Element): number[] {
  const ids = new Set<number>();
  for (let it: Element | null = mark; it !== null; it = it.parentElement?.closest("[data-finding]") ?? null)
    ids.add(Number(it.getAttribute("data-finding")));
  return [...ids].sort((a, b) => a - b);
}

/** Whether the pointer is still on what the card is about. */
const isAround = (shown: { from: number; to: number }, mark: Element | null, at: number | null): boolean =>
  mark !== null || (at !== null && shown.from <= at && at <= shown.to);

/** The line of a mark that the pointer is on. */
const lineOf = (mark: Element, y: number): DOMRect =>
  [...mark.getClientRects()].find((it) => it.top <= y && y <= it.bottom) ?? mark.getBoundingClientRect();

/** Above a line, or below it where there is more room. */
function place(box: HTMLElement, line: { top: number; bottom: number; left: number }): void {
  const { width, height } = box.getBoundingClientRect();
  const isAbove = line.top - height >= MARGIN || line.top > innerHeight - line.bottom;
  box.style.top = `${isAbove ? line.top - height : line.bottom}px`;
  box.style.left = `${Math.max(MARGIN, Math.min(line.left, innerWidth - width - MARGIN))}px`;
}
