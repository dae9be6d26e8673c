/** Saves the file: in place if the browser allows it, otherwise in the downloads folder. */
import { downloadedName, safeName } from "../adapters/names.ts";
import { handleField, oneStep } from "../editor/record.ts";
import { bytesOf } from "../session.ts";
import { download } from "../ui/download.ts";
import { tell } from "../ui/notice.ts";
import { file, fileName, session, wholeText } from "./file.ts";
import { noteSaved } from "./files.ts";

interface Askable extends FileSystemFileHandle {
  requestPermission?(options: { mode: "readwrite" }): Promise<PermissionState>;
}

interface Picker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

const content = (): string | Uint8Array<ArrayBuffer> => bytesOf(session) ?? wholeText();

/** Saves the file as a new one. */
export function downloadFile(): void {
  const name = safeName(fileName());
  download(name, content());
  noteSaved(file.state.doc);
  // Readers look for the name with its dot.
  const there = downloadedName(name);
  if (there !== name) tell(`Saved as ${there}: rename it to ${name}, since browsers drop the dot`);
}

/** Saves the file where it came from, or asks where. */
export async function save(): Promise<void> {
  // Another file may be shown by the time the browser has answered.
  const saved = content();
  const { doc } = file.state;
  const handle = file.state.field(handleField).handle ?? (await ask());
  if (handle === null) return;
  if (handle === undefined) {
    downloadFile();
    return;
  }
  try {
    // After a reload of the page, the browser asks again; if the user refuses, the calls below fail.
    await (handle as Askable).requestPermission?.({ mode: "readwrite" });
    const out = await handle.createWritable();
    await out.write(saved);
    await out.close();
    noteSaved(doc);
    tell(`${handle.name} saved`);
  } catch {
    tell(`${handle.name} could not be saved: the browser does not allow it`);
  }
}

/** Where to save it; null if nothing was chosen, undefined if the browser cannot ask. */
async function ask(): Promise<FileSystemFileHandle | null | undefined> {
  const { showSaveFilePicker } = window as unknown as Picker;
  if (showSaveFilePicker === undefined) return undefined;
  const { doc } = file.state;
  try {
    const handle = await showSaveFilePicker({ suggestedName: safeName(fileName()) });
    if (file.state.doc === doc) file.dispatch(oneStep([], { handle, name: handle.name }));
    return handle;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? null : undefined;
  }
}
