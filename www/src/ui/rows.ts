/** A long list of rows of one height, of which only those in sight are elements. */
import { button, icon, make } from "../elements.ts";

/** The height of a row, in pixels, as the style has it; and how many rows are drawn above and below those in sight. */
const HEIGHT = 34;
const AROUND = 8;

export interface Row {
  name: string;
  look: string;
  words: string;
  text: string;
}

/** What is listed: how many rows, and each by its index. */
export interface Rows {
  count: number;
  row(idx: number): Row;
  /** the row that is open */
  current: number;
}

export interface List {
  show(rows: Rows): void;
  /** brings a row into sight */
  reveal(idx: number): void;
}

/** The list in a box that scrolls; `open` gets the row that is chosen. */
export function rows(box: HTMLElement, label: string, open: (idx: number) => void): List {
  const list = make("ol", { class: "rows", "aria-label": label });
  box.append(list);
  let all: Rows = { count: 0, row: () => ({ name: "", look: "ok", words: "", text: "" }), current: -1 };
  let drawn = new Map<number, Drawn>();
  const draw = (): void => {
    const first = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - AROUND);
    const end = Math.min(all.count, Math.ceil((box.scrollTop + box.clientHeight) / HEIGHT) + AROUND);
    const focused = Number(list.querySelector<HTMLElement>(":focus")?.dataset.row ?? -1);
    list.style.height = `${all.count * HEIGHT}px`;
    const before = drawn;
    drawn = new Map();
    for (let idx = first; idx < end; idx += 1) drawn.set(idx, again(before.get(idx), all, idx, open));
    // A row that stays is not taken out and put back: a click that has begun on it, and the focus, would be lost.
    for (const [idx, it] of before) if (drawn.get(idx) !== it) it.element.remove();
    let next = list.firstElementChild;
    for (const { element } of drawn.values())
      if (element === next) next = element.nextElementSibling;
      else list.insertBefore(element, next);
    if (drawn.has(focused)) list.querySelector<HTMLElement>(`[data-row="${focused}"]`)?.focus();
  };
  box.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(box);
  const reveal = (idx: number): void => {
    const top = idx * HEIGHT;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + HEIGHT - box.clientHeight;
    draw();
  };
  list.addEventListener("keydown", (event) => {
    const at = Number((event.target as HTMLElement).dataset.row ?? -1);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.count - 1 }[event.key];
    if (at < 0 || next === undefined || next < 0 || next >= all.count) return;
    event.preventDefault();
    reveal(next);
    list.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus();
  });
  return {
    show(it) {
      all = it;
      draw();
    },
    reveal,
  };
}

interface Drawn {
  /** what it shows */
  key: string;
  element: HTMLLIElement;
}

/** The element of a row: the one that is there already, if it shows the same. */
function again(before: Drawn | undefined, all: Rows, idx: number, open: (idx: number) => void): Drawn {
  const row = all.row(idx);
  const key = JSON.stringify([row, all.count, idx === all.current]);
  return before?.key === key ? before : { key, element: item(row, all, idx, open) };
}

function item(
  { name, look, words, text }: Row,
  { count, current }: Rows,
  idx: number,
  open: (idx: number) => void,
): HTMLLIElement {
  const made = make(
    "li",
    { "aria-setsize": String(count), "aria-posinset": String(idx + 1) },
    button(
      {
        class: look,
        "data-row": String(idx),
        ...(idx === current ? { "aria-current": "true" } : {}),
      },
      () => open(idx),
      icon(look),
      make("span", { class: "number" }, name),
      make("span", { class: "gist" }, text),
      make("span", { class: "aside" }, words),
    ),
  );
  made.style.top = `${idx * HEIGHT}px`;
  return made;
}
