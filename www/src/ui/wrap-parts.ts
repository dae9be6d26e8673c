/** Parts of the panel for wrapping: the list of what was removed and repaired, and requests from files. */
import { Text } from "@codemirror/state";
import { read } from "../adapters/files.ts";
import { toEntries } from "../adapters/ledger.ts";
import { errors, type Wrapped } from "../adapters/wrapped.ts";
import { element, make, prose } from "../elements.ts";
import { during } from "../idle.ts";
import { severitySign } from "./finding.ts";
import { entryItem } from "./ledger.ts";
import { tell } from "./notice.ts";

/** More are counted, not drawn. */
const MOST = 50;

/** Requests are opened from files with any name. */
export function start(take: (request: string) => void): void {
  const input = element("wrap-request-input", HTMLInputElement);
  element("wrap-request-open", HTMLButtonElement).addEventListener("click", () => input.click());
  input.addEventListener("change", () => void during(open(input, take)));
}

async function open(input: HTMLInputElement, take: (request: string) => void): Promise<void> {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  const opened = read(file.name, new Uint8Array(await file.arrayBuffer()));
  input.value = "";
  // An id that could not be decoded would be copied into the response.
  if (opened === null || opened.isLossy) tell(`${file.name} is not UTF-8, so it is not used`);
  else take(opened.text);
}

const maybe = (): (Node | string)[] => [make("span", { class: "maybe" }, "Maybe:"), " "];

/** Lists the errors of an envelope, and what was done to its content. */
export function show(content: string, made: Wrapped): void {
  const { applied } = made;
  element("wrap-left", HTMLUListElement).replaceChildren(
    ...errors(made)
      .slice(0, MOST)
      .map((it) => make("li", {}, severitySign(it), ...prose(it.message))),
  );
  element("wrap-done-title", HTMLHeadingElement).hidden = applied.length === 0;
  const entries = toEntries(Text.of(content.split("\n")), applied);
  const rest = entries.length - MOST;
  element("wrap-done", HTMLOListElement).replaceChildren(
    ...entries
      .slice(0, MOST)
      .map((it) => entryItem(it, { address: () => null }, [], it.safety === "safe" ? [] : maybe())),
    ...(rest > 0 ? [make("li", { class: "aside" }, `and ${rest} more`)] : []),
  );
}
