/**
 * `<agent-response-editor>`: an element for any page, in which a file is edited, checked and fixed. Its parts are those
 * of the main page; the rule pages use it for their examples.
 */
import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import type { Report, ValidateOptions } from "agent-response/editor";
import { countSafe, toCount } from "../adapters/rows.ts";
import { counts, SEVERITIES } from "../adapters/severity.ts";
import { type Checker, ready } from "../checker.ts";
import { lighter } from "../editor/marks.ts";
import { nameField, oneStep } from "../editor/record.ts";
import { icon } from "../elements.ts";
import { during } from "../idle.ts";
import { check, fixAll, hover, open, type Session } from "../session.ts";
import { item } from "../ui/finding.ts";
import { build, dress, type Parts } from "./parts.ts";

/** The content when the editor was removed from its page. */
interface Content {
  text: string;
  fileName: string;
}

/** Bytes that a text was decoded from, which are checked as long as the text is unchanged. */
interface Source {
  text: string;
  bytes: string | Uint8Array;
}

export class AgentResponseEditor extends HTMLElement {
  static readonly formAssociated = true;
  static readonly observedAttributes = ["file-name", "format", "profile", "rules", "label"];

  readonly #internals = this.attachInternals();
  readonly #parts: Parts = build();
  readonly #light: (id: number | null) => void;
  #session: Session | undefined;
  /** What checks the file, once it has been loaded. */
  checker: Checker | Promise<Checker> = ready;
  #content: Content | undefined;
  #source: Source | undefined;
  #options: ValidateOptions = {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    dress(root);
    // Typing in the parts is reported as one event of the element, after the text has changed.
    root.addEventListener("input", (event) => event.stopPropagation());
    root.append(
      this.#parts.symbols,
      this.#parts.editor,
      this.#parts.tools,
      this.#parts.list,
      this.#parts.said,
    );
    this.#light = lighter(root);
    this.#listen();
  }

  /** The text of the file. */
  get value(): string {
    return this.#session?.view.state.doc.toString() ?? this.#content?.text ?? this.textContent ?? "";
  }
  set value(text: string) {
    // As in a native field: writing back the value that was read neither moves the cursor nor causes an event.
    if (String(text) === this.value) return;
    this.#put(String(text), this.getAttribute("file-name") ?? "", true);
  }

  /** The report on the file; undefined until the checker has loaded. */
  get report(): Report | undefined {
    return this.#session?.report;
  }

  /** How the file is checked, besides what the attributes say. */
  get options(): ValidateOptions {
    return this.#options;
  }
  set options(options: ValidateOptions) {
    this.#options = options;
    this.#check();
  }

  /** The name of the file, which a fix may change. */
  get fileName(): string {
    return this.#session?.view.state.field(nameField) ?? this.#content?.fileName ?? "";
  }

  /** Shows a file whose bytes differ from its text in UTF-8. */
  load(text: string, bytes: string | Uint8Array = text, fileName = ""): void {
    this.#source = { text, bytes };
    this.#put(text, fileName);
  }

  fixAll(): void {
    if (this.#session !== undefined) fixAll(this.#session);
  }
  undo(): void {
    if (this.#session !== undefined) undo(this.#session.view);
  }
  redo(): void {
    if (this.#session !== undefined) redo(this.#session.view);
  }
  override focus(): void {
    this.#session?.view.focus();
  }

  connectedCallback(): void {
    if (this.#session !== undefined) return;
    const content = this.#content ?? { text: this.value, fileName: this.getAttribute("file-name") ?? "" };
    this.#session = this.#open();
    this.#put(content.text, content.fileName);
    void during(this.#begin());
  }

  /** An element that is only moved is connected again at once and keeps its state. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected || this.#session === undefined) return;
      this.#content = { text: this.value, fileName: this.fileName };
      this.#session.view.destroy();
      this.#session = undefined;
    });
  }

  attributeChangedCallback(name: string, _before: string | null, now: string | null): void {
    if (this.#session === undefined) return;
    if (name === "file-name") this.#session.view.dispatch(oneStep([], { name: now ?? "" }));
    else this.#check();
  }

  async #begin(): Promise<void> {
    try {
      const checker = await this.checker;
      if (this.#session === undefined) return;
      this.#session.checker = checker;
      check(this.#session);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    }
  }

  #open(): Session {
    return open({
      parent: this.#parts.editor,
      label: this.getAttribute("label") ?? "File",
      options: () => this.#all(),
      source: (text) => (text === this.#source?.text ? this.#source.bytes : text),
      show: (text) => this.#draw(text),
      noted: () => this.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true })),
      lit: (id) => this.#point(id),
      address: (code) => this.#address(code),
      tell: (text) => this.#say(text),
    });
  }

  #all(): ValidateOptions {
    const named = {
      fileName: this.fileName || undefined,
      format: this.getAttribute("format") ?? undefined,
      profile: this.getAttribute("profile") ?? undefined,
    };
    const given = Object.entries(named).filter(([, it]) => it !== undefined);
    return { ...(Object.fromEntries(given) as ValidateOptions), ...this.#options };
  }

  /** The address of a rule page, if the site has such pages. */
  #address(code: string): string | null {
    const folder = this.getAttribute("rules");
    return folder === null ? null : `${folder.replace(/\/?$/, "/")}${encodeURIComponent(code)}.html`;
  }

  #put(text: string, name: string, isUndone = false): void {
    if (this.#session === undefined) {
      this.#content = { text, fileName: name };
      return;
    }
    const { view } = this.#session;
    const all = { from: 0, to: view.state.doc.length, insert: view.state.toText(text) };
    view.dispatch({
      ...oneStep(all, { entries: [], raw: null, name, base: text }),
      selection: { anchor: 0 },
      ...(isUndone ? {} : { annotations: Transaction.addToHistory.of(false) }),
    });
  }

  #check(): void {
    if (this.#session !== undefined) check(this.#session);
  }

  #say(text: string): void {
    this.#parts.said.textContent = text;
  }

  #listen(): void {
    const { list, undoButton, redoButton, all } = this.#parts;
    const point = (id: number | null): void => {
      if (this.#session !== undefined) hover(this.#session, id, "list");
    };
    undoButton.addEventListener("click", () => {
      this.undo();
      // When a focused button is disabled, the focus would be lost.
      if (undoButton.disabled) redoButton.focus();
    });
    redoButton.addEventListener("click", () => {
      this.redo();
      if (redoButton.disabled) undoButton.focus();
    });
    all.addEventListener("click", () => {
      this.fixAll();
      if (all.disabled) undoButton.focus();
    });
    list.addEventListener("mouseover", (event) => point(idOf(event.target)));
    list.addEventListener("mouseleave", () => point(null));
    list.addEventListener("focusin", (event) => point(idOf(event.target)));
    list.addEventListener("focusout", () => point(null));
  }

  #draw(text: string): void {
    const session = this.#session;
    if (session?.report === undefined) return;
    this.#internals.setFormValue(text);
    this.#drawList(session);
    this.#drawTools(session, session.report);
    this.dispatchEvent(new CustomEvent("check", { detail: session.report, bubbles: true, composed: true }));
  }

  #drawList(session: Session): void {
    const { list } = this.#parts;
    // If the focus was in the list, it stays there.
    const active = this.shadowRoot?.activeElement ?? null;
    const focused = [...list.children].findIndex((it) => it.contains(active));
    list.replaceChildren(...session.rows.map((it) => item(it, session.findings)));
    if (focused === -1) return;
    const mains = list.querySelectorAll<HTMLElement>("button.main");
    (mains[Math.min(focused, mains.length - 1)] ?? session.view.contentDOM).focus();
  }

  #drawTools({ rows, view }: Session, report: Report): void {
    const { verdict, name, all, undoButton, redoButton } = this.#parts;
    const look = SEVERITIES.find((it) => rows.some(({ severity }) => severity === it)) ?? "ok";
    verdict.className = `verdict ${look}`;
    verdict.replaceChildren(icon(look), rows.length === 0 ? "Nothing to report" : counts(report.diagnostics));
    name.textContent = this.fileName;
    name.hidden = name.textContent === "";
    const safe = toCount(countSafe(report));
    all.disabled = safe === "";
    all.textContent = `Fix all safe${safe}`;
    undoButton.disabled = undoDepth(view.state) === 0;
    redoButton.disabled = redoDepth(view.state) === 0;
  }

  #point(id: number | null): void {
    this.#light(id);
    for (const it of this.#parts.list.children)
      it.classList.toggle("lit", id !== null && it.getAttribute("data-id") === String(id));
  }
}

function idOf(target: EventTarget | null): number | null {
  const id = target instanceof Element ? target.closest("li.finding")?.getAttribute("data-id") : undefined;
  return typeof id === "string" ? Number(id) : null;
}

export const NAME = "agent-response-editor";

if (customElements.get(NAME) === undefined) customElements.define(NAME, AgentResponseEditor);
