/** Assembles the parts of the page, and starts it. */
import { undoDepth } from "@codemirror/commands";
import { byLine } from "./adapters/lines.ts";
import { responseName } from "./adapters/names.ts";
import { decode, isLink } from "./adapters/share.ts";
import { type Checker, IS_SINGLE, ready } from "./checker.ts";
import { stringOf } from "./editor/text.ts";
import { button, element, make } from "./elements.ts";
import * as idle from "./idle.ts";
import * as buttons from "./page/buttons.ts";
import { load, putPayloadBack, takeOut } from "./page/exchange.ts";
import {
  envelope,
  file,
  fileName,
  isAnswer,
  NO_REQUEST,
  put,
  putOver,
  refuse,
  request,
  session,
} from "./page/file.ts";
import * as files from "./page/files.ts";
import * as handles from "./page/handles.ts";
import { keep, kept, putWhole, readHash, whole } from "./page/keep.ts";
import * as panes from "./page/panes.ts";
import * as recent from "./page/recent.ts";
import * as schema from "./page/schema.ts";
import * as tools from "./page/tools.ts";
import { check, currentPayload, show as reveal } from "./session.ts";
import * as intake from "./ui/intake.ts";
import * as list from "./ui/list.ts";
import { menu } from "./ui/menu.ts";
import * as samples from "./ui/samples.ts";
import * as settings from "./ui/settings.ts";
import * as share from "./ui/share.ts";
import * as shortcuts from "./ui/shortcuts.ts";
import * as split from "./ui/split.ts";
import * as theme from "./ui/theme.ts";
import * as unwrapDialog from "./ui/unwrap.ts";
import { watch } from "./ui/update.ts";
import * as wrapDialog from "./ui/wrap.ts";
import { register } from "./worker.ts";

panes.start();
theme.start();
list.start(session.findings);
samples.start(({ fileName: name, text }) => {
  if (files.takeBeside({ file: { name, text, bytes: null, isLossy: false }, request: undefined })) return;
  files.forget();
  put(text, { name, envelope: null, request: NO_REQUEST });
  files.noteSaved(file.state.doc);
});
if (!IS_SINGLE) {
  recent.start();
  tools.start((checker) => {
    session.checker = byLine(checker, () => file.state.selection.main.head, tools.linesBefore);
    offer(checker);
    panes.checkAll();
  });
}
intake.start({
  takeOut: (all) => (wrapDialog.isOpen() ? [...all] : schema.takeOut(all)),
  load,
  loadAll: (all) => !wrapDialog.isOpen() && files.take(all),
  isAnswer,
  pasted: (text) => IS_SINGLE || tools.takePasted(text) || putOver(text, tools.named(text)),
});
share.start(
  () => (refuse() ? null : whole()),
  IS_SINGLE ? undefined : () => session.rows[session.within ?? -1]?.place,
);
unwrapDialog.start({
  payload: () => (refuse() ? null : currentPayload(session)),
  put(text) {
    takeOut(text);
    reveal(file, 0, 0);
  },
});
buttons.start();
menu(element("more-file", HTMLButtonElement), element("file-menu", HTMLDivElement));
split.start(element("main", HTMLElement));
shortcuts.start();
addEventListener("hashchange", () => void idle.during(readHash()));
panes.drawRecord();
const places = handles.kept();
void idle.during(begin());
idle.show();

async function begin(): Promise<void> {
  // A link is unpacked while the checker loads.
  const unpacked = decode(location.hash);
  let checker: Checker;
  try {
    checker = await ready;
  } catch (error) {
    apologize(error instanceof Error ? error.message : String(error));
    return;
  }
  const before = kept();
  // A link would overwrite what the tab has kept; without the checker, nothing is checked twice.
  if (before?.isOther === true) await restore(before);
  useChecker(checker);
  if (before?.isOther === false) await restore(before);
  if (before?.isOther !== false || !isLink(location.hash)) await readHash(unpacked, true);
  // The findings of a link were shown before they could be used.
  element("main", HTMLElement).inert = false;
  for (const it of ["pagehide", "visibilitychange"]) addEventListener(it, keep);
  // What is too large to be kept is lost with the page, so the browser asks first.
  addEventListener("beforeunload", (event) => {
    const isChanged =
      (undoDepth(file.state) > 0 && file.state.doc.length > 0) || files.areChanged() || tools.areChanged();
    if (isChanged && !keep()) event.preventDefault();
  });
  if (session.report === undefined) check(session);
  void idle.during(schema.restore());
  idle.afterwards(panes.drawPayload);
  const isIdle = document.activeElement === document.body;
  if (file.state.doc.length === 0 && matchMedia("(hover: hover)").matches && isIdle) file.focus();
  if (import.meta.env.PROD && !IS_SINGLE && "serviceWorker" in navigator)
    setTimeout(() => register("./sw.js").then(watch, () => undefined), 300);
}

/** Restores what the tab has kept. */
async function restore({ shared, beside }: NonNullable<ReturnType<typeof kept>>): Promise<void> {
  const isUndone = file.state.doc.length > 0; // typed while the checker was loading
  const [handle = null, ...others] = await places;
  putWhole(shared, { ...beside, handle }, isUndone);
  files.restore(others);
}

function useChecker(checker: Checker): void {
  session.checker = checker;
  offer(checker);
  wrapDialog.start(checker, {
    text: () => (refuse() ? null : stringOf(file.state.doc)),
    request,
    options: panes.options,
    kept: envelope,
    put(text, kept, asked) {
      const paired = asked.trim() === "" ? {} : { request: { text: asked, isAside: false } };
      const name = responseName(fileName(), asked);
      if (kept === null) put(text, { name, envelope: null, ...paired });
      else putPayloadBack(kept, text);
      reveal(file, 0, 0);
    },
  });
}

function offer(checker: Checker): void {
  const formats = checker.formats();
  settings.offer(formats);
  panes.nameFormats(formats);
}

function apologize(reason: string): void {
  const welcome = element("welcome", HTMLElement);
  welcome.replaceChildren(
    make("p", { class: "lead" }, "The checker could not be started."),
    make("p", {}, reason),
  );
  welcome.append(button({}, () => location.reload(), "Load again"));
}
