/** The menu of the files that were checked last, which stay on this device, and only if somebody wants that. */
import { MOST, type Recent, read, withFile } from "../adapters/recent.ts";
import { baseField } from "../editor/record.ts";
import { button, element, icon, make } from "../elements.ts";
import { later } from "../idle.ts";
import { menu } from "../ui/menu.ts";
import { type Offer, tell } from "../ui/notice.ts";
import { load } from "./exchange.ts";
import { file, fileName, isUnread, textOf } from "./file.ts";

const KEY = "agent-response recent";
/** How long nothing changes before a file is noted, in milliseconds. */
const REST = 1000;

let stop = (): void => undefined;
/** the file that is noted, by its original text */
let noted = { base: "", id: 0 };

export function start(): void {
  const box = element("recent", HTMLDivElement);
  // Whoever clicks twice has not seen yet what is under the pointer now.
  const once = (event: MouseEvent): void => {
    if (event.detail > 1) event.stopImmediatePropagation();
  };
  box.addEventListener("click", once, true);
  menu(element("more-file", HTMLButtonElement), box);
  element("recent-button", HTMLButtonElement).addEventListener("click", () => {
    note();
    draw(box);
    box.showPopover();
    (box.querySelector<HTMLElement>("li button") ?? box.querySelector("button"))?.focus();
  });
  addEventListener("pagehide", note);
}

/** Notes the file once nothing changes. */
export function noteSoon(): void {
  stop();
  if (remembered() !== null) stop = later(note, REST);
}

function note(): void {
  stop();
  const all = remembered();
  if (all === null || isUnread()) return;
  const base = file.state.field(baseField);
  if (base !== noted.base) noted = { base, id: Date.now() };
  const { textContent: verdict, className } = element("verdict", HTMLSpanElement);
  const look = className.replace("verdict ", "");
  store(withFile(all, { id: noted.id, fileName: fileName(), text: textOf(), verdict: verdict ?? "", look }));
}

function remembered(): Recent[] | null {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    // Nothing can be stored here.
    return null;
  }
}

function store(all: readonly Recent[] | null): void {
  try {
    if (all === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    tell("The browser stores no files here");
  }
}

/** When a file was first seen, which tells files of one name apart. */
const timeOf = ({ id }: Recent): string =>
  new Date(id).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

function draw(box: HTMLElement): void {
  const all = remembered();
  const items = (all ?? []).map((it) =>
    make(
      "li",
      {},
      button(
        {},
        () => load({ name: it.fileName, text: it.text, bytes: null, isLossy: false }, undefined),
        make("span", { class: "name" }, it.fileName || "without a name"),
        make("span", { class: `aside verdict ${it.look}` }, icon(it.look), it.verdict),
        make("span", { class: "aside" }, timeOf(it)),
      ),
    ),
  );
  const change =
    (to: Recent[] | null, said: string, ...offers: Offer[]) =>
    () => {
      store(to);
      note();
      tell(said, ...offers);
    };
  const remember = button(
    {},
    change([], "From now on, files are remembered on this device"),
    make("span", { class: "name" }, "Remember files"),
    " ",
    make("span", { class: "aside" }, `the last ${MOST}, on this device only`),
  );
  const forget = button(
    {},
    change(null, "All files are forgotten", { name: "Undo", act: () => store(all) }),
    make("span", { class: "name" }, "Forget all"),
    " ",
    make("span", { class: "aside" }, "and remember no more files"),
  );
  // In front of the files: below them, it would be where the menu was clicked.
  box.replaceChildren(
    all === null ? remember : forget,
    make("ul", { "aria-label": "Recent files" }, ...items),
  );
}
