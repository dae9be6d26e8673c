/** The file that the page works on, what belongs to it, and how another text replaces it. */
import { undo, undoDepth } from "@codemirror/commands";
import { type EditorState, Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Envelope } from "../adapters/envelope.ts";
import { isRequest } from "../adapters/files.ts";
import type { KeptState } from "../adapters/share.ts";
import { inSight } from "../editor/editors.ts";
import {
  baseField,
  entriesField,
  envelopeField,
  isUnread as isStateUnread,
  type Noted,
  nameField,
  oneStep,
  rawOf,
  requestField,
  writtenField,
} from "../editor/record.ts";
import { stringOf } from "../editor/text.ts";
import type { Session } from "../session.ts";
import { hide, tell } from "../ui/notice.ts";
import * as settings from "../ui/settings.ts";

export const NO_REQUEST = { text: "", isAside: false };

/** The file of the page, and its editor. */
export let session: Session;
export let file: EditorView;

export function start(opened: Session): void {
  session = opened;
  file = opened.view;
}

export const textOf = (): string => stringOf(file.state.doc);

/** All of a file, where the editor has only a part of it. */
let around: () => { whole(): string } | null = () => null;
export const useAround = (it: typeof around): void => {
  around = it;
};
export const isPart = (): boolean => around() !== null;
/** The whole text of the file. */
export const wholeText = (): string => around()?.whole() ?? textOf();

export const fileName = (): string => file.state.field(nameField);
export const request = (): string => settings.asked(file.state.field(requestField));
export const envelope = (): Envelope | null => file.state.field(envelopeField).kept;

/** How many of the last fixes are kept with the file; thousands would need more space than the file. */
const KEPT_ENTRIES = 200;

/** What a tab keeps of a file besides its text and its name. */
export function besideOf(state: EditorState): Omit<KeptState, "text" | "name"> {
  const base = state.field(baseField);
  return {
    raw: rawOf(state),
    envelope: state.field(envelopeField).kept,
    request: state.field(requestField),
    entries: state.field(entriesField).slice(-KEPT_ENTRIES),
    written: state.field(writtenField),
    ...(base === stringOf(state.doc) ? {} : { base }),
  };
}

/** Whether a request that is opened alone belongs to the file. */
export const isAnswer = (): boolean => file.state.doc.length > 0 && !isRequest(fileName());

/** Whether the shown text is not the file, because some of its bytes could not be decoded. */
export const isUnread = (): boolean => isStateUnread(file.state);

/** Tells the user so when the text would be changed or used. */
export function refuse(): boolean {
  const is = isUnread();
  if (is) tell("Bytes of this file could not be read: fix its encoding first, or open it again as UTF-8");
  return is;
}

/** Replaces the whole text in the editor; undo restores the old one. */
export function put(text: string, noted: Noted = {}, isUndone = true): void {
  hide();
  const all = { from: 0, to: file.state.doc.length, insert: file.state.toText(text) };
  const step = oneStep(all, { entries: [], raw: null, handle: null, base: text, written: "", ...noted });
  // The toolbar, too: the page may be larger than the screen, and scrolled.
  scrollTo(0, 0);
  inSight(file);
  file.dispatch({
    ...step,
    ...(isUndone ? {} : { annotations: Transaction.addToHistory.of(false) }),
    selection: { anchor: 0 },
    scrollIntoView: true,
  });
}

/** Puts a pasted file in the place of the one that is there, maybe with another name, and offers to undo that. */
export function putOver(text: string, named: Noted = {}): void {
  const before = undoDepth(file.state);
  const isAlone = file.state.doc.length === 0;
  put(text, { ...asideRequest(), ...named, envelope: null });
  if (isAlone) return;
  tell("Pasted as a new file", {
    name: "Undo",
    act() {
      // What was typed since, too; but not in another file that is shown by now.
      while (file.state.field(baseField) === text && undoDepth(file.state) > before) undo(file);
      file.focus();
    },
  });
}

/** The request of the previous file, which another file need not answer. */
export const asideRequest = (): Noted => {
  const { text } = file.state.field(requestField);
  return { request: { text, isAside: text !== "" } };
};
