/** The list of what can be inserted at the cursor. The library's own list would bring its language support with it. */
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { fitting, type Proposal } from "../adapters/completion.ts";
import { make, prose } from "../elements.ts";
import { during } from "../idle.ts";

/** What can be inserted at an offset. */
export type Source = (offset: number) => Promise<Proposal[]>;

interface Offered {
  /** all proposals that were known at the cursor; those that match the typed text are shown */
  known: readonly Proposal[];
  all: readonly Proposal[];
  selected: number;
  from: number;
}

/** In longer texts, the source is asked only on request, because the answer would slow typing down. */
const AT_ONCE = 300_000;
const MOST = 100;
const ID = "completions";

const offer = StateEffect.define<Offered | null>();

const offered = StateField.define<Offered | null>({
  create: () => null,
  update(value, tr) {
    const set = tr.effects.findLast((it) => it.is(offer));
    if (set !== undefined) return set.value;
    return tr.docChanged || tr.selection !== undefined ? null : value;
  },
  provide: (field) =>
    EditorView.contentAttributes.from(
      field,
      (it): Record<string, string> =>
        it === null
          ? { "aria-autocomplete": "list" }
          : {
              "aria-autocomplete": "list",
              "aria-controls": ID,
              "aria-activedescendant": `${ID}-${it.selected}`,
            },
    ),
});

/** Offers what the source knows: when a word or a quote is typed, and on Ctrl-Space. */
export function completion(source: Source): Extension {
  const ask = (view: EditorView): boolean => {
    void during(propose(view, source));
    return true;
  };
  return [
    offered,
    Prec.highest(
      keymap.of([
        { key: "Ctrl-Space", run: ask, preventDefault: true },
        { key: "ArrowDown", run: (view) => move(view, 1) },
        { key: "ArrowUp", run: (view) => move(view, -1) },
        { key: "Enter", run: accept },
        { key: "Tab", run: accept },
        { key: "Escape", run: close },
      ]),
    ),
    EditorView.updateListener.of((update) => {
      if (!isTyped(update)) return;
      const open = narrowed(update);
      if (open === null) ask(update.view);
      else update.view.dispatch({ effects: offer.of(open) });
    }),
    EditorView.domEventHandlers({ blur: (_, view) => void close(view) }),
    popup,
  ];
}

function isTyped({ transactions, startState, state }: ViewUpdate): boolean {
  if (state.doc.length > AT_ONCE) return false;
  const wasOpen = startState.field(offered) !== null;
  return transactions.some((tr) => {
    if (!tr.docChanged || !(tr.isUserEvent("input.type") || (wasOpen && tr.isUserEvent("delete"))))
      return false;
    return wasOpen || /["\w]/.test(state.sliceDoc(state.selection.main.head - 1, state.selection.main.head));
  });
}

/** Offers what is known at the cursor, unless something has changed before it is known. */
async function propose(view: EditorView, source: Source): Promise<void> {
  const { state } = view;
  const { head, empty } = state.selection.main;
  const known = !empty || state.readOnly ? [] : await source(head);
  const { doc, selection } = view.state;
  if (doc === state.doc && selection.eq(state.selection))
    view.dispatch({ effects: offer.of(fits(known, state)) });
}

/** Completions stay while their word is typed, because the text may be unreadable meanwhile. */
function narrowed({ startState, state, changes }: ViewUpdate): Offered | null {
  const open = startState.field(offered);
  return open === null ? null : fits(movedBy(open.known, changes), state);
}

function fits(known: readonly Proposal[], state: EditorState): Offered | null {
  const { head } = state.selection.main;
  const from = known[0]?.from ?? head;
  const all = fitting(known, state.sliceDoc(Math.min(from, head), head)).slice(0, MOST);
  return all.length === 0 ? null : { known, all, selected: 0, from };
}

/** Proposals mapped through typed changes; they also replace what was typed. */
const movedBy = (all: readonly Proposal[], by: ChangeDesc): Proposal[] =>
  all.map((it) => ({
    ...it,
    from: by.mapPos(it.from, -1),
    changes: it.changes.map(({ from, to, insert }, idx) => ({
      from: by.mapPos(from, -1),
      to: by.mapPos(to, idx === 0 ? 1 : -1),
      insert,
    })),
  }));

function move(view: EditorView, by: number): boolean {
  const open = view.state.field(offered);
  if (open === null) return false;
  const selected = (open.selected + by + open.all.length) % open.all.length;
  view.dispatch({ effects: offer.of({ ...open, selected }) });
  return true;
}

function close(view: EditorView): boolean {
  if (view.state.field(offered) === null) return false;
  view.dispatch({ effects: offer.of(null) });
  return true;
}

function accept(view: EditorView): boolean {
  const open = view.state.field(offered);
  const chosen = open?.all[open.selected];
  if (chosen === undefined) return false;
  insert(view, chosen);
  return true;
}

function insert(view: EditorView, { changes, selection }: Proposal): void {
  const [first] = changes;
  if (first === undefined) return;
  const set = view.state.changes(changes);
  // Where the inserted text begins, after the other changes; one at the same place, such as a comma, comes before it.
  const beside = changes.find((it) => it !== first && it.from === first.from && it.to === first.from);
  const start = set.mapPos(first.from, -1) + (beside?.insert.length ?? 0);
  const at = selection ?? { from: first.insert.length, to: first.insert.length };
  view.dispatch({
    changes: set,
    selection: { anchor: start + at.from, head: start + at.to },
    effects: offer.of(null),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  view.focus();
}

const popup = ViewPlugin.fromClass(
  class {
    box: HTMLElement | null = null;
    constructor(readonly view: EditorView) {}
    update({ state, startState, view }: ViewUpdate): void {
      const open = state.field(offered);
      if (open === startState.field(offered)) return;
      this.destroy();
      if (open !== null) this.draw(view, open);
    }
    draw(view: EditorView, { all, selected, from }: Offered): void {
      const items = all.map((it, idx) => item(view, it, idx, idx === selected));
      const about = all[selected]?.documentation;
      const list = make("ul", { id: ID, role: "listbox", "aria-label": "Completions" }, ...items);
      this.box = make(
        "div",
        { class: "completions" },
        list,
        ...(about ? [make("p", {}, ...prose(about))] : []),
      );
      view.dom.append(this.box);
      items[selected]?.scrollIntoView({ block: "nearest" });
      const { box } = this;
      view.requestMeasure({
        read: () => view.coordsAtPos(Math.min(from, view.state.doc.length)),
        write: (at) => at && place(box, at),
      });
    }
    destroy(): void {
      this.box?.remove();
      this.box = null;
    }
  },
);

function item(
  view: EditorView,
  { label, detail }: Proposal,
  idx: number,
  isSelected: boolean,
): HTMLLIElement {
  const made = make(
    "li",
    { role: "option", id: `${ID}-${idx}`, "aria-selected": String(isSelected) },
    make("code", {}, label),
    ...(detail == null ? [] : [make("span", { class: "aside" }, ...prose(detail))]),
  );
  made.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const open = view.state.field(offered);
    const chosen = open?.all[idx];
    if (chosen !== undefined) insert(view, chosen);
  });
  return made;
}

/** Below the cursor, or above it where there is no room. */
function place(box: HTMLElement, at: { left: number; top: number; bottom: number }): void {
  const { width, height } = box.getBoundingClientRect();
  const isBelow = at.bottom + height + 8 <= innerHeight || at.top < height;
  box.style.top = `${isBelow ? at.bottom + 3 : at.top - height - 3}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
}
