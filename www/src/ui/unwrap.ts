import type { Payload } from "../adapters/payload.ts";
import { element } from "../elements.ts";
import { dialog } from "./dialog.ts";
import { download } from "./download.ts";
import { copy } from "./notice.ts";

const box = dialog("unwrap-dialog");
const result = element("unwrap-result", HTMLTextAreaElement);
const note = element("unwrap-note", HTMLSpanElement);

export interface UnwrapHost {
  payload(): Payload | null;
  put(text: string): void;
}

/** The panel that takes the payload out of its envelope. */
export function start(host: UnwrapHost): void {
  let name = "payload.json";
  element("unwrap-button", HTMLButtonElement).addEventListener("click", () => {
    const payload = host.payload();
    if (payload === null) return;
    name = payload.isJson ? "payload.json" : "payload.txt";
    result.value = payload.content;
    const end = payload.isCut ? "incomplete, because it is truncated" : "exactly as it is encoded";
    note.textContent = `${payload.isJson ? "JSON" : "text"}, ${end}`;
    box.showModal();
  });
  // A text area turns line endings into "\n"; what is copied, saved and used is the payload itself.
  const content = (): string => host.payload()?.content ?? result.value;
  element("unwrap-copy", HTMLButtonElement).addEventListener("click", () => copy(content(), "Payload"));
  element("unwrap-download", HTMLButtonElement).addEventListener("click", () => download(name, content()));
  element("unwrap-use", HTMLButtonElement).addEventListener("click", () => {
    const payload = content();
    // A notice in a dialog disappears with it.
    box.close();
    host.put(payload);
  });
}
