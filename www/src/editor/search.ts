import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { expression, insertFor, type Match, MOST, matches, next, type Query } from "../adapters/search.ts";
import { button, icon, make } from "../elements.ts";
import { stringOf } from "./text.ts";

interface Found {
  /** null while the panel is closed */
  query: Query | null;
  matches: readonly Match[];
}

interface Panel {
  root: HTMLFormElement;
  sought: HTMLInputElement;
  count: HTMLElement;
}

const setQuery = StateEffect.define<Query | null>();
const panels = new WeakMap<EditorView, Panel>();
const mark = Decoration.mark({ class: "cm-searchMatch" });
const chosenMark = Decoration.mark({ class: "cm-searchMatch cm-searchMatch-selected" });

const foundField = StateField.define<Found>({
  create: () => ({ query: null, matches: [] }),
  update(value, tr) {
    const set = tr.effects.findLast((it) => it.is(setQuery));
    const query = set === undefined ? value.query : set.value;
    if (set === undefined && !tr.docChanged) return value;
    return { query, matches: query === null ? [] : matches(tr.newDoc.toString(), query) };
  },
  provide: (field) =>
    EditorView.decorations.compute([field, "selection"], (state) =>
      Decoration.set(
        state
          .field(field)
          .matches.map((it) => (isChosen(state, it) ? chosenMark : mark).range(it.from, it.to)),
      ),
    ),
});

const isChosen = ({ selection: { main } }: EditorState, { from, to }: Match): boolean =>
  main.from === from && main.to === to;

/** Opens the search below the editor, which is created on first use. */
export function open(view: EditorView): void {
  const panel = panels.get(view) ?? equip(view);
  const { state, dom } = view;
  const selected = state.sliceDoc(state.selection.main.from, state.selection.main.to);
  if (selected !== "" && !selected.includes("\n")) panel.sought.value = selected;
  dom.append(panel.root);
  search(view, panel);
  panel.sought.select();
}

/** Closes the search before the editor shows another file, whose state does not contain it. */
export function forget(view: EditorView): void {
  panels.get(view)?.root.remove();
  panels.delete(view);
}

function close(view: EditorView): boolean {
  if (view.state.field(foundField, false)?.query == null) return false;
  panels.get(view)?.root.remove();
  view.dispatch({ effects: setQuery.of(null) });
  view.focus();
  return true;
}

function equip(view: EditorView): Panel {
  const panel = build(view);
  panels.set(view, panel);
  const keys: KeyBinding[] = [
    { key: "F3", run: () => go(view, true), shift: () => go(view, false), preventDefault: true },
    { key: "Mod-g", run: () => go(view, true), shift: () => go(view, false), preventDefault: true },
    { key: "Escape", run: () => close(view) },
  ];
  if (view.state.field(foundField, false) !== undefined) return panel;
  const listener = EditorView.updateListener.of(({ startState, state, selectionSet }) => {
    if (selectionSet || startState.field(foundField, false) !== state.field(foundField))
      drawCount(state, panels.get(view) ?? panel);
  });
  view.dispatch({ effects: StateEffect.appendConfig.of([foundField, keymap.of(keys), listener]) });
  return panel;
}

function build(view: EditorView): Panel {
  const field = (name: string): HTMLInputElement =>
    make("input", {
      type: "text",
      name,
      placeholder: name,
      "aria-label": name,
      autocomplete: "off",
      spellcheck: "false",
    });
  const check = (name: string, label: string): HTMLElement =>
    make("label", {}, make("input", { type: "checkbox", name }), label);
  const sought = field("Find");
  const by = field("Replace");
  const count = make("span", { class: "aside", role: "status" });
  const step = (label: string, look: string, isForward: boolean): HTMLElement =>
    button({ class: "icon", "aria-label": label, title: label }, () => go(view, isForward), icon(look));
  const replacing = view.state.readOnly
    ? []
    : [
        make("span", { class: "break" }),
        by,
        button({}, () => replace(view, by.value), "Replace"),
        button({}, () => replaceAll(view, by.value), "Replace all"),
      ];
  const root = make(
    "form",
    { class: "search", "aria-label": "Search" },
    sought,
    step("Previous match", "up", false),
    step("Next match", "down", true),
    count,
    check("isCase", "Match case"),
    check("isWord", "Whole words"),
    check("isRegExp", "Regex"),
    button({ class: "icon quiet close", "aria-label": "Close the search" }, () => close(view), icon("close")),
    ...replacing,
  );
  const panel = { root, sought, count };
  root.addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("input", (event) => event.target !== by && search(view, panel));
  root.addEventListener("keydown", (event) => pressed(event, view, panel));
  return panel;
}

function pressed(event: KeyboardEvent, view: EditorView, { sought }: Panel): void {
  const { key, target, shiftKey } = event;
  const isSearch = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (key === "Escape") close(view);
  else if (key === "F3" || (isSearch && key.toLowerCase() === "g") || (key === "Enter" && target === sought))
    go(view, !shiftKey);
  else if (isSearch && key === "f") sought.select();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function search(view: EditorView, { root, sought }: Panel): void {
  const data = new FormData(root);
  const query: Query = {
    text: sought.value,
    isCase: data.has("isCase"),
    isWord: data.has("isWord"),
    isRegExp: data.has("isRegExp"),
  };
  view.dispatch({ effects: setQuery.of(query) });
}

function drawCount(state: EditorState, { sought, count }: Panel): void {
  const { query, matches } = state.field(foundField);
  if (query === null) return;
  const at = matches.findIndex((it) => isChosen(state, it));
  sought.setAttribute("aria-invalid", String(expression(query) === null));
  count.textContent = words(query, matches.length, at);
}

function words(query: Query, n: number, at: number): string {
  if (expression(query) === null) return "Not a regular expression";
  if (query.text === "") return "";
  if (n === 0) return "Not found";
  const all = n === MOST ? `${n} or more` : `${n}`;
  return at === -1 ? `${all} found` : `${at + 1} of ${all}`;
}

function go(view: EditorView, isForward: boolean): boolean {
  const { from, to } = view.state.selection.main;
  const { query, matches } = view.state.field(foundField);
  const found = next(matches, from, to, isForward);
  if (found !== undefined) select(view, found);
  return query !== null;
}

const select = (view: EditorView, { from, to }: Match): void =>
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: "center" }),
  });

/** Counts as typing, so that whatever blocks typing also blocks replacing. */
const REPLACED = "input.replace";

/** Replaces the selected match, and goes to the next one. */
function replace(view: EditorView, by: string): void {
  const { query, matches } = view.state.field(foundField);
  const chosen = matches.find((it) => isChosen(view.state, it));
  if (query !== null && chosen !== undefined) {
    const insert = insertFor(chosen, by, query);
    const { from, to } = chosen;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: REPLACED,
    });
  }
  go(view, true);
}

function replaceAll(view: EditorView, by: string): void {
  const { query } = view.state.field(foundField);
  if (query === null) return;
  const all = matches(stringOf(view.state.doc), query, Number.POSITIVE_INFINITY);
  view.dispatch({
    changes: all.map((it) => ({ from: it.from, to: it.to, insert: insertFor(it, by, query) })),
    userEvent: REPLACED,
  });
}
