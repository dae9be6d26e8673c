/** What the buttons, the keys and the fields around the editors do. */
import { isolateHistory, redo, undo } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import { downloadedName, safeName } from "../adapters/names.ts";
import { toMarkdown } from "../adapters/rows.ts";
import { setEnvelope, setName, setRequest } from "../editor/record.ts";
import { element } from "../elements.ts";
import { bytesOf, check, currentPayload, fixAll, go } from "../session.ts";
import { download } from "../ui/download.ts";
import { copy, tell } from "../ui/notice.ts";
import * as settings from "../ui/settings.ts";
import { putPayloadBack } from "./exchange.ts";
import { envelope, file, fileName, isUnread, NO_REQUEST, put, session, textOf } from "./file.ts";
import { focused } from "./panes.ts";

const nameInput = element("file-name", HTMLInputElement);

const press = (id: string, act: (button: HTMLButtonElement) => void): void => {
  const button = element(id, HTMLButtonElement);
  button.addEventListener("click", () => act(button));
};

export function start(): void {
  const annotations = Transaction.addToHistory.of(false);
  nameInput.addEventListener("input", () =>
    file.dispatch({ effects: setName.of(nameInput.value), annotations }),
  );
  settings.start(
    () => check(session),
    (it) => file.dispatch({ effects: setRequest.of(it), annotations }),
  );
  ofFile();
  ofPayload();
  ofFindings();
}

function ofFile(): void {
  press("copy-button", () => {
    void copy(textOf(), isUnread() ? "File, without the bytes that are not UTF-8," : "File");
  });
  press("download-button", () => {
    const name = safeName(fileName());
    download(name, bytesOf(session) ?? textOf());
    // Readers look for the name with its dot.
    const there = downloadedName(name);
    if (there !== name) tell(`Saved as ${there}: rename it to ${name}, since browsers drop the dot`);
  });
  press("clear-button", () => {
    put("", { name: "", envelope: null, request: NO_REQUEST });
    file.focus();
  });
  // A button that is disabled loses the focus to nowhere.
  press("undo-button", (button) => {
    undo(file);
    if (button.disabled) element("redo-button", HTMLButtonElement).focus();
  });
  press("redo-button", (button) => {
    redo(file);
    if (button.disabled) element("undo-button", HTMLButtonElement).focus();
  });
}

function ofPayload(): void {
  press("put-back-button", () => {
    const kept = envelope();
    if (kept !== null) putPayloadBack(kept);
    file.focus();
  });
  press("forget-envelope-button", () => {
    file.dispatch({ effects: setEnvelope.of({ kept: null }), annotations: isolateHistory.of("full") });
    file.focus();
  });
  press("copy-payload-button", () => void copy(currentPayload(session)?.content ?? "", "Payload"));
}

function ofFindings(): void {
  press("copy-findings-button", () => void copy(toMarkdown(session.rows, fileName()), "List of findings"));
  press("fix-all-button", (button) => {
    fixAll(session);
    if (button.disabled) element("findings-title", HTMLHeadingElement).focus();
  });
  press("previous-button", () => go(session, focused(), -1));
  press("next-button", () => go(session, focused(), 1));
  addEventListener("keydown", (event) => {
    if (event.key !== "F8" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    go(session, focused(), event.shiftKey ? -1 : 1);
  });
}
