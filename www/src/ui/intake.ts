import { type Opened, pair, read } from "../adapters/files.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { tell } from "./notice.ts";
import { dropped, pick, type Source } from "./sources.ts";

const input = element("file-input", HTMLInputElement);
const overlay = element("drop", HTMLDivElement);

export interface IntakeHost {
  /** takes files that are not to be checked, such as schemas, and returns the others */
  takeOut(files: readonly Opened[]): Opened[];
  /** takes a file and a request, or says why not */
  load(file: Opened | undefined, request: Opened | undefined): string | undefined;
  /** takes several files; returns false if they are only one, with or without its request */
  loadAll(files: readonly Opened[]): boolean;
  /** whether a request that is opened alone belongs to what is open */
  isAnswer(): boolean;
  /** text that was pasted while nothing that takes text had the focus */
  pasted(text: string): void;
}

/** Files are opened with the button, by dropping or by pasting; text is pasted anywhere on the page. */
export function start(host: IntakeHost): void {
  // One after the other: a large file that takes long to read must not replace one that was opened after it.
  let before = Promise.resolve();
  const take = (files: Iterable<Source> | Promise<(Source | string)[]>): Promise<void> => {
    const failed = "The files could not be read";
    // A failure must not lose what is opened next.
    const opening = Promise.resolve<Iterable<Source | string>>(files)
      .then((all) => Promise.all([...all].map(open)))
      .catch(() => [failed]);
    before = before
      .then(() => opening)
      .then(taken)
      .catch(() => tell(failed));
    return during(before);
  };
  const taken = (all: readonly (Opened | string)[]): void => {
    const read = all.filter((it) => typeof it === "object");
    const failed = all.find((it) => typeof it === "string");
    const opened = host.takeOut(read);
    if ((opened.length === 0 && read.length > 0) || host.loadAll(opened)) {
      if (failed !== undefined) tell(failed);
      return;
    }
    const { file, request } = pair(opened, host.isAnswer());
    const refused = host.load(file, request) ?? failed;
    if (refused !== undefined) tell(refused);
    else if (file !== undefined) tell(`${file.name} opened`);
    else if (request !== undefined) tell(`${request.name} is now the request`);
  };
  element("open-button", HTMLButtonElement).addEventListener("click", async () => {
    const picked = await during(pick());
    if (picked === null) input.click();
    else void take(picked);
  });
  input.addEventListener("change", async () => {
    await take(input.files ?? []);
    input.value = "";
  });

  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const options = { capture: true };
  addEventListener("dragenter", (event) => hasFiles(event) && show(true), options);
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), options);
  addEventListener("dragleave", (event) => event.relatedTarget === null && show(false), options);
  addEventListener(
    "drop",
    (event) => {
      show(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void take(dropped(event.dataTransfer));
    },
    options,
  );
  addEventListener(
    "paste",
    (event) => {
      const { clipboardData } = event;
      if (clipboardData === null) return;
      if (clipboardData.files.length > 0) {
        event.preventDefault();
        event.stopPropagation();
        void take(clipboardData.files);
        return;
      }
      const takesText =
        event.target instanceof Element &&
        event.target.closest("input, textarea, dialog, [contenteditable=true]") !== null;
      const text = clipboardData.getData("text/plain");
      if (takesText || text === "") return;
      event.preventDefault();
      host.pasted(text);
    },
    options,
  );
}

/** A file, or why it cannot be checked. */
async function open(source: Source | string): Promise<Opened | string> {
  if (typeof source === "string") return source;
  const { file, path, handle } = source instanceof File ? { file: source, path: source.name } : source;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = read(path, bytes);
    if (found === null) return `${path} contains no text`;
    const opened = { ...found, written: new Date(file.lastModified).toISOString() };
    return handle === undefined ? opened : { ...opened, handle };
  } catch {
    return `${path} could not be read`;
  }
}

function show(on: boolean): void {
  overlay.hidden = !on;
}
