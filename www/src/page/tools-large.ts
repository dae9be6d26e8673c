/**
 * A long file with a record in each line: a worker checks it piece by piece, and only the line that is open is in the editor.
 * What is changed there is kept until the file is saved.
 */
import type { EditorState } from "@codemirror/state";
import type { Report, ValidateOptions } from "agent-response/editor";
import { type Source, summaryOf, type Verdict, verdict } from "../adapters/verdicts.ts";
import { later } from "../idle.ts";
import address from "../tools-worker.ts?worker&url";
import { allowed } from "../worker.ts";

/** What the worker gets, and what it sends. */
export interface Given {
  text: string;
  options: ValidateOptions;
  wasm: ArrayBuffer;
}
export type Heard =
  | { starts: Uint32Array<ArrayBuffer> }
  | { first: number; counts: Uint16Array }
  | { isDone: true }
  | { fault: string };

/** A changed line as it was left, and what was found in it. */
interface Left {
  state: EditorState;
  counts: readonly [errors: number, warnings: number];
}

/** How long progress waits to be shown, in milliseconds. */
const PAUSE = 100;

const UNKNOWN: Verdict = { look: "hint", words: "not checked yet" };

export class Large implements Source {
  /** the open line, counted from one; 0 until there is one */
  current = 0;
  /** that line as it is in the file */
  base = "";
  /** why not all lines are checked */
  fault = "";
  /** the lines that were changed, as they were left */
  readonly #changed = new Map<number, Left>();
  #starts: Uint32Array = new Uint32Array(0);
  #counts: Uint16Array = new Uint16Array(0);
  #checked = 0;
  #worker: Worker | undefined;

  readonly name: string;
  readonly #text: string;
  readonly #drawn: () => void;
  #stop: (() => void) | undefined;

  constructor(name: string, text: string, drawn: () => void) {
    this.name = name;
    this.#text = text;
    this.#drawn = drawn;
  }

  /** Checks all lines; `drawn` is called after each piece. */
  check(options: ValidateOptions, wasm: ArrayBuffer): void {
    this.end();
    this.#checked = 0;
    const worker = new Worker(allowed(address), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Heard>) => this.#heard(data);
    worker.onerror = ({ message }) => this.#heard({ fault: message || "its script could not be loaded" });
    const { schema: _, request: _asked, ...others } = options;
    worker.postMessage({
      text: this.#text,
      options: { ...others, fileName: this.name },
      wasm,
    } satisfies Given);
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #heard(it: Heard): void {
    if ("starts" in it) {
      this.#starts = it.starts;
      if (this.#counts.length !== 2 * it.starts.length) this.#counts = new Uint16Array(2 * it.starts.length);
    } else if ("counts" in it) {
      this.#counts.set(it.counts, 2 * it.first);
      this.#checked = it.first + it.counts.length / 2;
    } else {
      if ("fault" in it) this.fault = it.fault;
      this.end();
    }
    // Pieces come faster than anybody reads.
    this.#stop ??= later(() => {
      this.#stop = undefined;
      this.#drawn();
    }, PAUSE);
  }

  get count(): number {
    return this.#starts.length;
  }
  get isDone(): boolean {
    return this.#checked === this.count && this.count > 0;
  }

  #counted(number: number): readonly [number, number] {
    const left = this.#changed.get(number);
    return left?.counts ?? [this.#counts[2 * number - 2] ?? 0, this.#counts[2 * number - 1] ?? 0];
  }

  *#all(): Generator<readonly [number, number]> {
    for (let number = 1; number <= this.#checked; number += 1) yield this.#counted(number);
  }

  verdict(number: number): Verdict {
    return number > this.#checked ? UNKNOWN : verdict(this.#counted(number));
  }

  /** The line as it is now. */
  text(number: number): string {
    return this.#changed.get(number)?.state.doc.toString() ?? this.#original(number);
  }

  #original(number: number): string {
    const from = this.#starts[number - 1] ?? 0;
    let to = this.#starts[number] ?? this.#text.length;
    if (to > from && this.#text[to - 1] === "\n") to -= 1;
    if (to > from && this.#text[to - 1] === "\r") to -= 1;
    return this.#text.slice(from, to);
  }

  get numbers(): number[] {
    return [...this.#all()].flatMap(([errors, warnings], idx) => (errors + warnings > 0 ? [idx + 1] : []));
  }

  get summary(): string {
    if (this.fault !== "") return `Not all lines could be checked: ${this.fault}`;
    const [checked, count] = [this.#checked, this.count].map((it) => it.toLocaleString("en"));
    return this.isDone ? summaryOf(this.count, this.#all()) : `${checked} of ${count} lines checked`;
  }

  /** Notes what the open line is now, and what was found in it. */
  note(state: EditorState, { diagnostics }: Report): void {
    const count = (severity: string): number => diagnostics.filter((it) => it.severity === severity).length;
    const counts = [count("error"), count("warning")] as const;
    const { current } = this;
    if (state.doc.toString() === this.#original(current)) this.#changed.delete(current);
    else this.#changed.set(current, { state, counts });
  }

  /** Opens a line: returns its state if it was changed; otherwise its text is the base. */
  open(number: number): EditorState | undefined {
    this.current = number;
    this.base = this.#original(number);
    return this.#changed.get(number)?.state;
  }

  get isChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** All lines as they are now. */
  whole(): string {
    const parts = [];
    let from = 0;
    for (const [number, { state }] of [...this.#changed].sort(([a], [b]) => a - b)) {
      const start = this.#starts[number - 1] ?? 0;
      parts.push(this.#text.slice(from, start), state.doc.toString());
      from = start + this.#original(number).length;
    }
    return parts.join("") + this.#text.slice(from);
  }
}
