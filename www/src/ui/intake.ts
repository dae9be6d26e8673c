import { type Opened, pair, read } from "../adapters/files.ts";
import { element } from "../elements.ts";

const input = element("file-input", HTMLInputElement);
const overlay = element("drop", HTMLDivElement);

export interface IntakeHost {
  load(file: Opened | undefined, request: Opened | undefined): void;
  /** text that was pasted while nothing that takes text had the focus */
  pasted(text: string): void;
}

/** Files come by the button, by dropping or by pasting; text comes by pasting anywhere on the page. */
export function start(host: IntakeHost): void {
  const take = async (files: Iterable<File>): Promise<void> => {
    const opened = await Promise.all(
      [...files].map(async (it) => read(it.name, new Uint8Array(await it.arrayBuffer()))),
    );
    const { file, request } = pair(opened);
    host.load(file, request);
  };
  element("open-button", HTMLButtonElement).addEventListener("click", () => input.click());
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
      void take(event.dataTransfer?.files ?? []);
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

function show(on: boolean): void {
  overlay.hidden = !on;
}
