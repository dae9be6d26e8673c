import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Report, RuleInfo } from "agent-response";
import { toMarkers } from "../adapters/markers.ts";
import { countSafe, type Row, toRows } from "../adapters/rows.ts";
import { type Setup, toBytes, toOptions, toText } from "../adapters/setup.ts";
import { counts, SEVERITIES } from "../adapters/severity.ts";
import { encode } from "../adapters/share.ts";
import { type Checker, ready } from "../checker.ts";
import { fileEditor, reveal } from "../editor/editors.ts";
import { light, type MarksHost, markersOf, setMarkers } from "../editor/marks.ts";
import { nameField, oneStep, setName, toChanges } from "../editor/record.ts";
import { icon, make, ROOT } from "../elements.ts";
import { card, type FindingHost, item } from "../ui/finding.ts";
import { download, tell } from "../ui/notice.ts";

/** An example that can be changed. */
interface Live {
  figure: HTMLElement;
  setup: Setup;
  /** the example as it came, and what the checker is given for it */
  first: { text: string; bytes: string | Uint8Array };
  checker: Checker;
  rules: RuleInfo[];
  view: EditorView;
  parts: Parts;
  report: Report | undefined;
  rows: readonly Row[];
  /** the finding the pointer is on, and the one the cursor is in */
  over: number | null;
  within: number | null;
}

type Parts = ReturnType<typeof build>;

const views = new WeakMap<HTMLElement, EditorView>();

/** Puts the editor in the place of an example; pressed again, the button takes it away. */
export async function toggle(figure: HTMLElement, opener: HTMLButtonElement): Promise<void> {
  const shown = figure.querySelector<HTMLElement>(":scope > .live");
  if (shown === null) await start(figure);
  else {
    views.get(shown)?.destroy();
    shown.remove();
  }
  figure.classList.toggle("open", shown === null);
  opener.textContent = shown === null ? "Close" : "Try it";
  opener.setAttribute("aria-expanded", String(shown === null));
}

async function start(figure: HTMLElement): Promise<void> {
  const checker = await ready;
  const setup = JSON.parse(figure.dataset.setup ?? "{}") as Setup;
  const source = figure.querySelector("pre")?.textContent ?? "";
  const first = { text: toText(source, setup), bytes: toBytes(source, setup) };
  const parts = build(setup.rule !== undefined);
  const rows: readonly Row[] = [];
  const live = { figure, setup, first, checker, rules: checker.rules(), parts, rows } as Live;
  live.over = null;
  live.within = null;
  live.view = fileEditor(parts.editor, marksHost(live), () => check(live), keymap.of([]), "Example");
  listen(live);
  views.set(parts.root, live.view);
  figure.append(parts.root);
  live.view.dispatch({
    changes: { from: 0, insert: live.view.state.toText(first.text) },
    effects: setName.of(setup.fileName ?? ""),
    annotations: Transaction.addToHistory.of(false),
  });
  check(live);
  live.view.focus();
}

function build(isOfRule: boolean) {
  const editor = make("div", { class: "editor" });
  const verdict = make("p", { class: "verdict", role: "status" });
  const name = make("code", { class: "name" });
  const only = make("input", { type: "checkbox", checked: true });
  const [undoButton, redoButton, whole] = ["Undo", "Redo", "Open as a file"].map((it) =>
    make("button", { type: "button" }, it),
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const fixAll = make("button", { type: "button", class: "primary" });
  const list = make("ol", { class: "list", "aria-label": "Findings" });
  const label = make("label", { class: "only", hidden: !isOfRule }, only, " Only this rule");
  const actions = make("div", { class: "actions" }, label, undoButton, redoButton, whole, fixAll);
  const tools = make("div", { class: "tools" }, verdict, name, actions);
  const root = make("div", { class: "live" }, editor, tools, list);
  return { root, editor, verdict, name, only, undoButton, redoButton, whole, fixAll, list };
}

function listen(live: Live): void {
  const { list, only, undoButton, redoButton, whole, fixAll } = live.parts;
  only.addEventListener("change", () => check(live));
  undoButton.addEventListener("click", () => {
    undo(live.view);
    if (undoButton.disabled) redoButton.focus();
  });
  redoButton.addEventListener("click", () => {
    redo(live.view);
    if (redoButton.disabled) undoButton.focus();
  });
  whole.addEventListener("click", () => void openWhole(live));
  fixAll.addEventListener("click", () => {
    applyAll(live);
    // A button that is disabled loses the focus to nowhere.
    if (fixAll.disabled) undoButton.focus();
  });
  list.addEventListener("mouseover", (event) => point(live, idOf(event.target)));
  list.addEventListener("mouseleave", () => point(live, null));
  list.addEventListener("focusin", (event) => point(live, idOf(event.target)));
  list.addEventListener("focusout", () => point(live, null));
}

// --- checking -----------------------------------------------------------------------------------------------

function check(live: Live): void {
  const { checker, view, first } = live;
  const text = view.state.doc.toString();
  live.report = checker.validate(text === first.text ? first.bytes : text, options(live));
  live.rows = toRows(live.report);
  live.over = null;
  live.within = null;
  const markers = toMarkers(live.report, text);
  if (markers.length + markersOf(view.state).length > 0) view.dispatch({ effects: setMarkers.of(markers) });
  drawList(live);
  drawTools(live, live.report);
  drawLight(live);
}

function options({ setup, rules, parts, view }: Live) {
  const { fileName: _, ...others } = toOptions(setup, rules, parts.only.checked);
  const fileName = view.state.field(nameField);
  return fileName === "" ? others : { ...others, fileName };
}

function drawList(live: Live): void {
  const { list, editor } = live.parts;
  // A focus that was in the list stays in it.
  const focused = [...list.children].findIndex((it) => it.contains(document.activeElement));
  list.replaceChildren(...live.rows.map((it) => item(it, findingHost(live))));
  if (focused === -1) return;
  const mains = list.querySelectorAll<HTMLElement>("button.main");
  (mains[Math.min(focused, mains.length - 1)] ?? editor.querySelector<HTMLElement>(".cm-content"))?.focus();
}

function drawTools({ parts, rows, view }: Live, report: Report): void {
  const { verdict, name, fixAll, undoButton, redoButton } = parts;
  const look = SEVERITIES.find((it) => rows.some(({ severity }) => severity === it)) ?? "ok";
  const words = rows.length === 0 ? "Nothing to report" : counts(report.diagnostics);
  verdict.className = `verdict ${look}`;
  verdict.replaceChildren(icon(look), words);
  name.textContent = view.state.field(nameField);
  name.hidden = name.textContent === "";
  const safe = countSafe(report);
  fixAll.disabled = safe === 0;
  fixAll.textContent = safe === 0 ? "Fix all safe" : `Fix all safe (${safe})`;
  undoButton.disabled = undoDepth(view.state) === 0;
  redoButton.disabled = redoDepth(view.state) === 0;
}

// --- which finding is meant ---------------------------------------------------------------------------------

function point(live: Live, id: number | null): void {
  live.over = id;
  drawLight(live);
}

function drawLight({ figure, parts, over, within }: Live): void {
  const id = over ?? within;
  light(id, `#${CSS.escape(figure.id)}`);
  for (const it of parts.list.children)
    it.classList.toggle("lit", id !== null && it.getAttribute("data-id") === String(id));
}

function idOf(target: EventTarget | null): number | null {
  const id = target instanceof Element ? target.closest("li.finding")?.getAttribute("data-id") : undefined;
  return typeof id === "string" ? Number(id) : null;
}

const marksHost = (live: Live): MarksHost => ({
  hovered: (id) => point(live, id),
  entered: (id) => {
    live.within = id;
    drawLight(live);
  },
  card: (id) => {
    const row = live.rows[id];
    return row === undefined ? null : card(row, findingHost(live));
  },
});

// --- what can be done with it -------------------------------------------------------------------------------

const findingHost = (live: Live): FindingHost => ({
  jump: (row) => {
    const it = live.report?.diagnostics[row.id];
    if (it !== undefined) show(live, it.from, it.to);
  },
  fix: (row, idx) => {
    const chosen = live.report?.diagnostics[row.id]?.fixes[idx];
    if (chosen === undefined) return;
    const { title, edits, file } = chosen;
    const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
    live.view.dispatch(oneStep(changes, file?.kind === "rename" ? { name: file.name } : {}));
    if (file?.kind === "create") download(file.name, file.text);
    tell(`Done: ${title.replaceAll("`", "")}`);
  },
  reveal: (from, to) => show(live, from, to),
  hovered: (id) => point(live, id),
});

function show({ view }: Live, from: number, to: number): void {
  reveal(view, from, to, true);
  view.focus();
}

function applyAll(live: Live): void {
  const { checker, view } = live;
  const fixed = checker.fix(view.state.doc.toString(), options(live));
  if (fixed.applied.length === 0) return;
  view.dispatch(oneStep(toChanges(view.state, fixed), {}));
  tell(fixed.applied.length === 1 ? "1 fix applied" : `${fixed.applied.length} fixes applied`);
}

/** The main page, with this text in it and the request that stands beside it. */
async function openWhole({ setup, view }: Live): Promise<void> {
  const beside = Object.entries(setup.siblings ?? {}).find(([it]) => it.includes("request"))?.[1];
  const hash = await encode({
    text: view.state.doc.toString(),
    fileName: view.state.field(nameField),
    format: setup.format ?? "auto",
    profile: setup.profile ?? "default",
    request: setup.request ?? beside ?? "",
  });
  location.assign(`${ROOT}${hash}`);
}
