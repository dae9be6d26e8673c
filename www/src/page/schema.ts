/** The JSON Schema that payloads are compared with in this tab: where it comes from and how it is shown. */
import type { View } from "agent-response-payload-schema/remote";
import { type Opened, read } from "../adapters/files.ts";
import { addressOf, isSchema, mainFirst, type SchemaFile } from "../adapters/schema.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { tell } from "../ui/notice.ts";
import { type Judge, readSchema } from "./background.ts";

const KEPT = "agent-response schema";

const bar = element("schema-bar", HTMLParagraphElement);
const shownName = element("schema-name", HTMLElement);
const opener = element("schema-button", HTMLButtonElement);
const note = element("schema-note", HTMLSpanElement);
const input = element("schema-input", HTMLInputElement);
const [OPEN, NONE] = [opener.textContent, note.textContent];

let current: { name: string; judge: Judge; schema: View } | null = null;
/** Identifies the last chosen schema: one that was chosen earlier but takes longer to read must not replace it. */
let last: object | null = null;
let changed: () => void;

/** `redo` checks again when there is another schema, or none. */
export function start(redo: () => void): void {
  changed = redo;
  opener.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.value = "";
    void during(choose(files));
  });
  element("schema-remove", HTMLButtonElement).addEventListener("click", () => {
    const name = current?.name;
    last = null;
    store(null);
    set(null);
    element("settings-button", HTMLButtonElement).focus();
    tell(`Payloads are no longer compared with ${name}`);
  });
}

async function choose(files: readonly File[]): Promise<void> {
  const all = await Promise.all(
    files.map(async (it) => read(it.name, new Uint8Array(await it.arrayBuffer()))),
  );
  const found = all.filter((it) => it !== null);
  if (found.length > 0) await use(found);
  else if (files[0] !== undefined) tell(`${files[0].name} contains no text`);
}

/** The option that tells the checker about the payload of the shown file. */
export const option = (): { schema?: View } => (current === null ? {} : { schema: current.schema });

/** The same for another file. */
export const optionOfOther = (): { schema?: View } =>
  current === null ? {} : { schema: current.judge.view() };

/** The schema itself. */
export const judge = (): Judge | undefined => current?.judge;

/** Takes the schemas out of incoming files. Those in a folder belong to its project and were not chosen. */
export function takeOut(all: readonly Opened[]): Opened[] {
  const schemas = all.filter(isSchema);
  const chosen = schemas.filter((it) => !it.name.includes("/"));
  if (chosen.length > 0) void during(use(chosen));
  return all.filter((it) => !schemas.includes(it));
}

/** Compares payloads with the schema in a file, which may refer to others; says why if it is not a schema. */
async function use(files: readonly SchemaFile[]): Promise<void> {
  const all = mainFirst(files.map(({ name, text }) => ({ name, text })));
  const asked = {};
  last = asked;
  const fault = await compile(all, () => last === asked);
  if (last !== asked) return;
  if (fault === null) store(all);
  tell(fault ?? `Payloads are now compared with ${all[0]?.name}`);
}

/** Null, or why the file is not a schema. */
async function compile(all: readonly SchemaFile[], isWanted: () => boolean): Promise<string | null> {
  const [main] = all;
  if (main === undefined) return null;
  try {
    const find = async (address: string): Promise<string> => {
      const found = all.find((it) => addressOf(it) === address);
      if (found === undefined) throw new Error("is not here: open it together with the schema");
      return found.text;
    };
    const judge = await readSchema(main.text, addressOf(main), find, (why) => {
      if (current?.judge !== judge) return;
      store(null);
      set(null);
      tell(`${main.name} ${why}, so payloads are no longer compared with it`);
    });
    if (isWanted()) set({ name: main.name, judge, schema: judge.view() });
    else judge.forget();
    return null;
  } catch (error) {
    return `${main.name} ${error instanceof Error ? error.message : String(error)}`;
  }
}

function set(to: typeof current): void {
  current?.judge.forget();
  current = to;
  bar.hidden = to === null;
  shownName.textContent = to?.name ?? "";
  opener.textContent = to === null ? OPEN : "Replace";
  note.textContent = to?.name ?? NONE;
  changed();
}

function store(all: readonly SchemaFile[] | null): void {
  try {
    if (all === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // A tab that can store nothing loses the schema with the page.
  }
}

/** Restores the schema of this tab after a reload. */
export async function restore(): Promise<void> {
  const stored = sessionStorage.getItem(KEPT);
  if (stored !== null) await compile(JSON.parse(stored), () => last === null);
}
