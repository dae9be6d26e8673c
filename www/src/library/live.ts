import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import type { Report, RuleInfo } from "agent-response";
import { countSafe } from "../adapters/rows.ts";
import { type Setup, toBytes, toOptions, toText } from "../adapters/setup.ts";
import { counts, SEVERITIES } from "../adapters/severity.ts";
import { encode } from "../adapters/share.ts";
import { ready } from "../checker.ts";
import { light } from "../editor/marks.ts";
import { nameField, setName } from "../editor/record.ts";
import { icon, make, ROOT } from "../elements.ts";
import { check, fixAll, hover, open, type Session } from "../session.ts";
import { item } from "../ui/finding.ts";
import { tell } from "../ui/notice.ts";

/** An example that can be changed. */
interface Live {
  figure: HTMLElement;
  setup: Setup;
  rules: RuleInfo[];
  parts: Parts;
  session: Session;
}

type Parts = ReturnType<typeof build>;

const sessions = new WeakMap<HTMLElement, Session>();

/** Puts the editor in the place of an example; pressed again, the button takes it away. */
export async function toggle(figure: HTMLElement, opener: HTMLButtonElement): Promise<void> {
  const shown = figure.querySelector<HTMLElement>(":scope > .live");
  if (shown === null) await start(figure);
  else {
    sessions.get(shown)?.view.destroy();
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
  const live = { figure, setup, parts, rules: checker.rules() } as Live;
  const session = open({
    parent: parts.editor,
    label: "Example",
    options: () => options(live),
    source: (text) => (text === first.text ? first.bytes : text),
    show: () => draw(live),
    lit: (id) => drawLight(live, id),
    tell,
  });
  live.session = session;
  listen(live);
  sessions.set(parts.root, session);
  figure.append(parts.root);
  const { view } = session;
  view.dispatch({
    changes: { from: 0, insert: view.state.toText(first.text) },
    effects: setName.of(setup.fileName ?? ""),
    annotations: Transaction.addToHistory.of(false),
  });
  session.checker = checker;
  check(session);
  view.focus();
}

function build(isOfRule: boolean) {
  const editor = make("div", { class: "editor" });
  const verdict = make("p", { class: "verdict", role: "status" });
  const name = make("code", { class: "name" });
  const only = make("input", { type: "checkbox", checked: true });
  const [undoButton, redoButton, whole] = ["Undo", "Redo", "Open as a file"].map((it) =>
    make("button", { type: "button" }, it),
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const all = make("button", { type: "button", class: "primary" });
  const list = make("ol", { class: "list", "aria-label": "Findings" });
  const label = make("label", { class: "only", hidden: !isOfRule }, only, " Only this rule");
  const actions = make("div", { class: "actions" }, label, undoButton, redoButton, whole, all);
  const tools = make("div", { class: "tools" }, verdict, name, actions);
  const root = make("div", { class: "live" }, editor, tools, list);
  return { root, editor, verdict, name, only, undoButton, redoButton, whole, all, list };
}

function listen(live: Live): void {
  const { parts, session } = live;
  const { list, only, undoButton, redoButton, whole, all } = parts;
  const point = (id: number | null): void => hover(session, id, "list");
  only.addEventListener("change", () => check(session));
  undoButton.addEventListener("click", () => {
    undo(session.view);
    if (undoButton.disabled) redoButton.focus();
  });
  redoButton.addEventListener("click", () => {
    redo(session.view);
    if (redoButton.disabled) undoButton.focus();
  });
  whole.addEventListener("click", () => void openWhole(live));
  all.addEventListener("click", () => {
    fixAll(session);
    // A button that is disabled loses the focus to nowhere.
    if (all.disabled) undoButton.focus();
  });
  list.addEventListener("mouseover", (event) => point(idOf(event.target)));
  list.addEventListener("mouseleave", () => point(null));
  list.addEventListener("focusin", (event) => point(idOf(event.target)));
  list.addEventListener("focusout", () => point(null));
}

function options({ setup, rules, parts, session }: Live) {
  const { fileName: _, ...others } = toOptions(setup, rules, parts.only.checked);
  const fileName = session.view.state.field(nameField);
  return fileName === "" ? others : { ...others, fileName };
}

function draw(live: Live): void {
  drawList(live);
  if (live.session.report !== undefined) drawTools(live, live.session.report);
}

function drawList({ parts: { list, editor }, session }: Live): void {
  // A focus that was in the list stays in it.
  const focused = [...list.children].findIndex((it) => it.contains(document.activeElement));
  list.replaceChildren(...session.rows.map((it) => item(it, session.findings)));
  if (focused === -1) return;
  const mains = list.querySelectorAll<HTMLElement>("button.main");
  (mains[Math.min(focused, mains.length - 1)] ?? editor.querySelector<HTMLElement>(".cm-content"))?.focus();
}

function drawTools({ parts, session: { rows, view } }: Live, report: Report): void {
  const { verdict, name, all, undoButton, redoButton } = parts;
  const look = SEVERITIES.find((it) => rows.some(({ severity }) => severity === it)) ?? "ok";
  const words = rows.length === 0 ? "Nothing to report" : counts(report.diagnostics);
  verdict.className = `verdict ${look}`;
  verdict.replaceChildren(icon(look), words);
  name.textContent = view.state.field(nameField);
  name.hidden = name.textContent === "";
  const safe = countSafe(report);
  all.disabled = safe === 0;
  all.textContent = safe === 0 ? "Fix all safe" : `Fix all safe (${safe})`;
  undoButton.disabled = undoDepth(view.state) === 0;
  redoButton.disabled = redoDepth(view.state) === 0;
}

function drawLight({ figure, parts }: Live, id: number | null): void {
  light(id, `#${CSS.escape(figure.id)}`);
  for (const it of parts.list.children)
    it.classList.toggle("lit", id !== null && it.getAttribute("data-id") === String(id));
}

function idOf(target: EventTarget | null): number | null {
  const id = target instanceof Element ? target.closest("li.finding")?.getAttribute("data-id") : undefined;
  return typeof id === "string" ? Number(id) : null;
}

/** The main page, with this text in it and the request that stands beside it. */
async function openWhole({ setup, session: { view } }: Live): Promise<void> {
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
