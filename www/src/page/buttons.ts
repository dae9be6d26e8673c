/** The actions of the buttons, the keys and the fields around the editors. */
import { isolateHistory, redo, undo } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import { toMarkdown } from "../adapters/rows.ts";
import { IS_SINGLE } from "../checker.ts";
import { setEnvelope, setName, setRequest } from "../editor/record.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { currentPayload, fixAll, go } from "../session.ts";
import { copy } from "../ui/notice.ts";
import { index } from "../ui/rule.ts";
import * as settings from "../ui/settings.ts";
import * as switches from "../ui/switches.ts";
import { tabs } from "../ui/tabs.ts";
import { WAY_OUT } from "../ui/verdict.ts";
import * as copies from "./copies.ts";
import { putPayloadBack } from "./exchange.ts";
import { envelope, file, fileName, isUnread, NO_REQUEST, put, session, wholeText } from "./file.ts";
import { indent } from "./indent.ts";
import * as outputs from "./outputs.ts";
import { checkAll, focused } from "./panes.ts";
import * as reply from "./reply.ts";
import { downloadFile, save } from "./save.ts";

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
  settings.start(checkAll, (it) => file.dispatch({ effects: setRequest.of(it), annotations }));
  switches.start(checkAll, () => session.checker && index("rules", session.checker));
  if (!IS_SINGLE) {
    copies.start();
    reply.start();
  }
  ofFile();
  ofPayload();
  ofFindings();
}

function ofFile(): void {
  press("copy-button", () => {
    void copy(wholeText(), isUnread() ? "File, without the bytes that are not UTF-8," : "File");
  });
  press("download-button", downloadFile);
  press("indent-button", indent);
  press("save-button", () => void during(save()));
  press("open-here", () => element("open-button", HTMLButtonElement).click());
  for (const [id, other] of [
    ["ready-copy", "copy-button"],
    ["ready-download", "download-button"],
  ] as const)
    press(id, () => element(other, HTMLButtonElement).click());
  press("ready-request", settings.askForRequest);
  press("bottom-act", ({ dataset: { press = "" } }) => {
    const isWayOut = press === WAY_OUT;
    if (isWayOut) element("findings-tab", HTMLButtonElement).click();
    const it = document.querySelector<HTMLElement>(press);
    if (!isWayOut) return it?.click();
    it?.focus();
    it?.scrollIntoView({ block: "center" });
  });
  press("bottom-verdict", () => {
    const title = element("findings-title", HTMLHeadingElement);
    title.scrollIntoView({ block: "start" });
    title.focus({ preventScroll: true });
  });
  press("clear-button", () => {
    put("", { name: "", envelope: null, request: NO_REQUEST });
    file.focus();
  });
  // When a focused button is disabled, the focus would be lost.
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
  tabs(document.querySelector<HTMLElement>(".findings .tabs") ?? document.body, outputs.choose);
  addEventListener("keydown", pressed);
}

/** The keyboard shortcuts of the whole page. */
function pressed(event: KeyboardEvent): void {
  if (event.altKey || document.querySelector("dialog[open]") !== null) return;
  const isMod = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (key === "f8" && !isMod) go(session, focused(), event.shiftKey ? -1 : 1);
  else if (key === "enter" && isMod) fixAll(session);
  else if (key === "o" && isMod && !event.shiftKey) element("open-button", HTMLButtonElement).click();
  else if (key === "s" && isMod && !event.shiftKey) void during(save());
  else return;
  event.preventDefault();
}
