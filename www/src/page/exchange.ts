/** How files are loaded into the page, and how payload and envelope are exchanged. */
import { type Envelope, envelopeOf, putBack } from "../adapters/envelope.ts";
import type { Opened } from "../adapters/files.ts";
import { baseOf } from "../adapters/folder.ts";
import { IS_SINGLE } from "../checker.ts";
import { oneStep } from "../editor/record.ts";
import { stringOf } from "../editor/text.ts";
import { tell } from "../ui/notice.ts";
import * as wrapDialog from "../ui/wrap.ts";
import { asideRequest, file, fileName, put, session } from "./file.ts";
import * as files from "./files.ts";
import * as tools from "./tools.ts";

export function load(opened: Opened | undefined, asked: Opened | undefined): string | undefined {
  // Otherwise, an id that could not be decoded would be copied into the response, or content be wrapped as it is shown.
  const unread = [asked, wrapDialog.isOpen() ? opened : undefined].find((it) => it?.isLossy);
  if (unread !== undefined) return `${unread.name} is not UTF-8, so it is not used`;
  if (wrapDialog.take(opened?.text, asked?.text)) return;
  const request = asked && { request: { text: asked.text, isAside: false } };
  if (opened === undefined) {
    if (request !== undefined) file.dispatch(oneStep([], request));
    return;
  }
  document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
  if (files.takeBeside({ file: opened, request: asked })) return;
  if (!IS_SINGLE && tools.take(opened)) {
    files.forget();
    return;
  }
  const { name, text, bytes, isLossy, written = "", handle = null } = opened;
  const raw = bytes && { text, bytes, isLossy };
  files.forget();
  put(text, { name: baseOf(name), raw, written, handle, envelope: null, ...(request ?? asideRequest()) });
  files.noteSaved(file.state.doc);
}

/** Replaces an envelope with its payload; the envelope is kept for it. */
export function takeOut(content: string): void {
  const { checker } = session;
  if (checker === undefined) return;
  const kept = envelopeOf(stringOf(file.state.doc), fileName(), content, checker);
  put(content, { name: "", envelope: kept });
  if (kept === null) tell("The envelope could not be kept; undo brings it back");
}

export function putPayloadBack(kept: Envelope, text = putBack(kept, stringOf(file.state.doc))): void {
  put(text, { name: kept.fileName, envelope: null });
}
