import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Report, ValidateOptions } from "agent-response";
import { toMarkers } from "../adapters/markers.ts";
import { countSafe, type Row, toRows } from "../adapters/rows.ts";
import { type Setup, toBytes, toOptions, toText } from "../adapters/setup.ts";
import { counts, SEVERITIES } from "../adapters/severity.ts";
import { encode } from "../adapters/share.ts";
import { ready } from "../checker.ts";
import { fileEditor, reveal } from "../editor/editors.ts";
import { light, markersOf, setMarkers } from "../editor/marks.ts";
import { nameField, oneStep, setName, toChanges } from "../editor/record.ts";
import { button, icon, make, ROOT } from "../elements.ts";
import { card, type FindingHost, item } from "../ui/finding.ts";
import { download, tell } from "../ui/notice.ts";

/** Puts the editor in the place of an example, with its findings below; the button that did it takes both away again. */
export async function start(figure: HTMLElement, opener: HTMLButtonElement): Promise<void> {
  const shown = figure.querySelector<HTMLElement>(":scope > .live");
  if (shown !== null) return end(figure, shown, opener);
  const checker = await ready;
  const setup = JSON.parse(figure.dataset.setup ?? "{}") as Setup;
  const source = figure.querySelector("pre")?.textContent ?? "";
  const text = toText(source, setup);
  const bytes = toBytes(source, setup);
  const rules = checker.rules();
  let report: Report | undefined;
  let rows: readonly Row[] = [];
  let over: number | null = null;
  let within: number | null = null;

  const box = make("div", { class: "editor" });
  const list = make("ol", { class: "list", "aria-label": "Findings" });
  const verdict = make("p", { class: "verdict", role: "status" });
  const name = make("code", { class: "name" });
  const fixAll = button({ class: "primary" }, applyAll, "Fix all safe");
  const undoButton = button({}, () => undo(view), "Undo");
  const redoButton = button({}, () => redo(view), "Redo");
  const alone = make("input", { type: "checkbox", checked: true });
  alone.addEventListener("change", check);
  const only = make("label", { class: "only" }, alone, " Only this rule");
  const whole = button({}, () => void openWhole(), "Open as a file");
  const live = make(
    "div",
    { class: "live" },
    box,
    make(
      "div",
      { class: "tools" },
      verdict,
      name,
      make("div", { class: "actions" }, ...(setup.rule === undefined ? [] : [only]), undoButton, redoButton, whole, fixAll),
    ),
    list,
  );

  const host: FindingHost = {
    jump: (row) => {
      const it = report?.diagnostics[row.id];
      if (it === undefined) return;
      reveal(view, it.from, it.to, true);
      view.focus();
    },
    fix: (row, idx) => {
      const chosen = report?.diagnostics[row.id]?.fixes[idx];
      if (chosen === undefined) return;
      const changes = chosen.edits.map(({ from, to, text }) => ({ from, to, insert: text }));
      view.dispatch(oneStep(changes, chosen.file?.kind === "rename" ? { name: chosen.file.name } : {}));
      if (chosen.file?.kind === "create") download(chosen.file.name, chosen.file.text);
      tell(`Done: ${chosen.title.replaceAll("`", "")}`);
    },
    reveal: (from, to) => {
      reveal(view, from, to, true);
      view.focus();
    },
    hovered: (id) => point(id),
  };

  function point(id: number | null): void {
    over = id;
    draw();
  }

  function draw(): void {
    const id = over ?? within;
    light(id, `#${CSS.escape(figure.id)}`);
    for (const it of list.children)
      it.classList.toggle("lit", id !== null && (it as HTMLElement).dataset.id === String(id));
  }

  const options = (): ValidateOptions => {
    const { fileName: _, ...others } = toOptions(setup, rules, alone.checked);
    const now = view.state.field(nameField);
    return now === "" ? others : { ...others, fileName: now };
  };

  function check(): void {
    const written = view.state.doc.toString();
    report = checker.validate(written === text ? bytes : written, options());
    rows = toRows(report);
    const markers = toMarkers(report, written);
    if (markers.length + markersOf(view.state).length > 0) view.dispatch({ effects: setMarkers.of(markers) });
    // A focus that was in the list stays in it.
    const focused = [...list.children].findIndex((it) => it.contains(document.activeElement));
    list.replaceChildren(...rows.map((it) => item(it, host)));
    if (focused !== -1)
      (list.querySelectorAll<HTMLElement>("button.main")[Math.min(focused, rows.length - 1)] ?? opener).focus();
    const look = SEVERITIES.find((it) => rows.some(({ severity }) => severity === it)) ?? "ok";
    verdict.className = `verdict ${look}`;
    verdict.replaceChildren(icon(look), rows.length === 0 ? "Nothing to report" : counts(report.diagnostics));
    name.textContent = view.state.field(nameField);
    name.hidden = name.textContent === "";
    const safe = countSafe(report);
    fixAll.disabled = safe === 0;
    fixAll.textContent = safe === 0 ? "Fix all safe" : `Fix all safe (${safe})`;
    undoButton.disabled = undoDepth(view.state) === 0;
    redoButton.disabled = redoDepth(view.state) === 0;
    over = null;
    within = null;
    draw();
  }

  function applyAll(): void {
    const fixed = checker.fix(view.state.doc.toString(), options());
    if (fixed.applied.length === 0) return;
    view.dispatch(oneStep(toChanges(view.state, fixed), {}));
    tell(fixed.applied.length === 1 ? "1 fix applied" : `${fixed.applied.length} fixes applied`);
  }

  /** The main page, with this text in it. */
  async function openWhole(): Promise<void> {
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

  const view: EditorView = fileEditor(
    box,
    {
      hovered: point,
      entered: (id) => {
        within = id;
        draw();
      },
      card: (id) => {
        const row = rows[id];
        return row === undefined ? null : card(row, host);
      },
    },
    check,
    keymap.of([]),
    "Example",
  );
  list.addEventListener("mouseover", (event) => point(idOf(event.target)));
  list.addEventListener("mouseleave", () => point(null));
  list.addEventListener("focusin", (event) => point(idOf(event.target)));
  list.addEventListener("focusout", () => point(null));

  views.set(live, view);
  figure.append(live);
  figure.classList.add("open");
  opener.textContent = "Close";
  view.dispatch({
    changes: { from: 0, insert: view.state.toText(text) },
    effects: setName.of(setup.fileName ?? ""),
    annotations: unrecorded,
  });
  check();
  view.focus();
}

const unrecorded = Transaction.addToHistory.of(false);
const views = new WeakMap<HTMLElement, EditorView>();

function end(figure: HTMLElement, live: HTMLElement, opener: HTMLButtonElement): void {
  views.get(live)?.destroy();
  live.remove();
  figure.classList.remove("open");
  opener.textContent = "Try it";
}

function idOf(target: EventTarget | null): number | null {
  const id = target instanceof Element ? target.closest<HTMLElement>("li.finding")?.dataset.id : undefined;
  return id === undefined ? null : Number(id);
}
