/** The file and how it is checked, in a link and in the storage of the tab. */
import type { Paired } from "../adapters/folder.ts";
import { type Beside, besideKept, decode, ofKept, placeOf, type Shared, toKept } from "../adapters/share.ts";
import { IS_SINGLE } from "../checker.ts";
import type { Noted } from "../editor/record.ts";
import { stringOf } from "../editor/text.ts";
import { later } from "../idle.ts";
import { tell } from "../ui/notice.ts";
import { explain, index } from "../ui/rule.ts";
import * as settings from "../ui/settings.ts";
import * as switches from "../ui/switches.ts";
import { besideOf, file, fileName, isPart, put, request, session } from "./file.ts";
import * as files from "./files.ts";
import * as handles from "./handles.ts";

const KEPT = "agent-response file";

/** The file and how it is checked. */
export function whole(): Shared {
  return {
    text: stringOf(file.state.doc),
    fileName: fileName(),
    request: request(),
    ...settings.settings(),
    rules: Object.keys(switches.all()).length === 0 ? "" : JSON.stringify(switches.all()),
  };
}

export function putWhole(
  it: Shared,
  beside: Partial<Beside> & Pick<Noted, "handle"> = {},
  isUndone = true,
): void {
  const {
    raw = null,
    envelope = null,
    entries = [],
    request = { text: it.request, isAside: false },
    base = it.text,
    written = "",
    handle = null,
  } = beside;
  settle(it, beside.rules);
  put(it.text, { name: it.fileName, raw, envelope, entries, request, base, written, handle }, isUndone);
}

/** Sets how the file is checked. */
function settle(it: Shared, rules = it.rules ?? ""): void {
  settings.set(it);
  switches.set(rules, session.checker?.rules() ?? []);
}

/** Keeps the file and the others for this tab, so that a reload or going back to the page restores them. */
export function keep(): boolean {
  try {
    sessionStorage.removeItem(KEPT);
    keepFile();
    files.keep();
    handles.keep();
    return true;
  } catch {
    // Nothing can be stored here, or not that much.
    return false;
  }
}

function keepFile(): void {
  if (isPart()) throw new RangeError("the file is too long to be kept");
  const beside = { ...besideOf(file.state), rules: whole().rules ?? "" };
  const store = (it: Beside) =>
    sessionStorage.setItem(KEPT, JSON.stringify(toKept(whole(), location.hash, it)));
  try {
    store(beside);
  } catch {
    // Without its original text and the applied fixes, the file itself may fit.
    const { base: _, ...rest } = beside;
    store({ ...rest, entries: [] });
  }
}

/** What was kept, and whether the address requests something else. */
export function kept(): { shared: Shared; beside: Beside; isOther: boolean } | null {
  try {
    const [way] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    const shared = ofKept(stored, "", undefined);
    const isOther = ofKept(stored, location.hash, way?.type) === null;
    return shared && { shared, beside: besideKept(stored), isOther };
  } catch {
    return null;
  }
}

/** The text of the link in the address. */
let linked: string | null = null;

/** Removes a link from the address once the text has changed, or else people would share the old text for the new. */
export function forgetLink(text: string): void {
  if (text === linked || !location.hash.startsWith("#s=")) return;
  history.replaceState(null, "", location.pathname + location.search);
}

/** Opens what the address requests. At the start, a link is added to what the tab has kept, if that was changed. */
export async function readHash(unpacked = decode(location.hash), isStart = false): Promise<void> {
  const [, list, rule] = /^#(rules|formats)(?:\/([a-z0-9-]+))?$/.exec(location.hash) ?? [];
  if (rule !== undefined) return explain(rule);
  if (list !== undefined && session.checker !== undefined) return index(list, session.checker);
  const shared = await unpacked;
  if (shared === null) {
    if (location.hash.startsWith("#s=")) tell("This link is damaged: nothing could be read from it");
    return;
  }
  linked = shared.text;
  const isUndone = !isStart || file.state.doc.length > 0;
  // Read before the text changes, which may remove the link from the address.
  const at = IS_SINGLE ? null : placeOf(location.hash);
  if (isStart && files.takeBeside(openedFrom(shared), true)) settle(shared);
  else putWhole(shared, {}, isUndone);
  // Once the page can be used.
  if (at !== null) later(() => goTo(at));
}

function goTo(place: string): void {
  const row = session.rows.find((it) => it.place === place);
  if (row !== undefined) session.findings.jump(row);
}

function openedFrom({ text, fileName: name, request }: Shared): Paired {
  const opened = (of: string, it: string) => ({ name: of, text: it, bytes: null, isLossy: false });
  return { file: opened(name, text), request: request === "" ? undefined : opened("", request) };
}
