import { asked } from "../../../common/asked.ts";
import type { Change } from "../adapters/ledger.ts";
import type { Row } from "../adapters/rows.ts";
import { title } from "../adapters/severity.ts";
import { IS_SINGLE } from "../checker.ts";
import { button, icon, make, prose, ROOT } from "../elements.ts";
import { type CompletingHost, completion } from "./complete.ts";
import { hidePeek, peek } from "./peek.ts";

/** What can be done with a finding. */
export interface FindingHost extends CompletingHost {
  jump(row: Row): void;
  fix(row: Row, idx: number): void;
  /** shows what to write to the model that made the file */
  prompt?(): void;
  /** makes a response of what is there */
  wrap?(): void;
  /** what a fix would change */
  preview(row: Row, idx: number): HTMLElement | Change[];
  /** shows a rule page here; without this, the link leads to it */
  explain?(code: string): void;
  /** the address of that page; null if there is none */
  address?(code: string): string | null;
  reveal(from: number, to: number): void;
  hovered(id: number | null): void;
}

/** The address of a rule page. */
export const ruleAddress = (code: string): string =>
  IS_SINGLE ? `#rules/${encodeURIComponent(code)}` : `${ROOT}rules/${encodeURIComponent(code)}.html`;

/** The link to a rule page; only the name of the rule if there is no page. */
export function ruleLink(code: string, host: Pick<FindingHost, "explain" | "address">): HTMLElement {
  const href = host.address === undefined ? ruleAddress(code) : host.address(code);
  if (href === null) return make("span", { class: "code" }, code);
  const link = make("a", { class: "code", href }, code);
  link.addEventListener("click", (event) => {
    if (host.explain === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    host.explain(code);
  });
  return link;
}

/** A row of a list of findings. */
export function item(row: Row, host: FindingHost): HTMLLIElement {
  const inner =
    row.inner === null
      ? []
      : [make("span", { class: "inner" }, make("span", { class: "word" }, "payload "), row.inner)];
  return make(
    "li",
    { class: "finding", "data-id": String(row.id) },
    button(
      { class: "main" },
      () => host.jump(row),
      severitySign(row),
      make("span", { class: "message" }, ...prose(row.message)),
      make(
        "span",
        { class: "place" },
        make("span", { class: "sr" }, " line and column "),
        row.place,
        ...inner,
      ),
    ),
    make(
      "div",
      { class: "below" },
      ruleLink(row.code, host),
      ...fixButtons(row, host),
      ...completion(row, host),
      ...wayOut(row, host),
      ...row.related.map((it) =>
        button(
          { class: "related", title: `Go to ${it.place}` },
          () => host.reveal(it.from, it.to),
          ...prose(it.message),
          ` ${it.place}`,
        ),
      ),
    ),
  );
}

/** What is around the JSON of an answer. */
const AROUND: readonly string[] = ["markdown-fence", "leading-text"];

/** For an error that no fix repairs, and for a text of which the end is missing. */
function wayOut(row: Row, { prompt, wrap }: FindingHost): HTMLButtonElement[] {
  if (row.severity !== "error" || (row.fixes.length > 0 && row.code !== "truncated")) return [];
  if (wrap !== undefined && AROUND.includes(row.code))
    return [button({ class: "fix" }, () => wrap(), "Make a response of it")];
  if (prompt === undefined || asked(row).length > 0) return [];
  const title = "Only what wrote the file knows what was meant";
  return [button({ class: "fix", title }, () => prompt(), "Ask the model to repair it")];
}

/** The fixes of a finding, as buttons. */
export function fixButtons(row: Row, host: FindingHost): HTMLButtonElement[] {
  return row.fixes.map((fix, idx) => {
    const made = button(
      {
        class: `fix ${fix.safety}`,
        title:
          fix.safety === "safe" ? "Safe: nothing is lost" : "A suggestion: check that it is what was meant",
      },
      () => {
        hidePeek();
        host.fix(row, idx);
      },
      ...(fix.safety === "safe" ? [] : [make("span", { class: "maybe" }, "Maybe:"), " "]),
      ...prose(fix.title),
    );
    peek(made, () => host.preview(row, idx));
    return made;
  });
}

/** The tooltip of a finding. */
export function card(row: Row, host: FindingHost): HTMLElement {
  return make(
    "div",
    { class: `card ${row.severity}` },
    make("p", { class: "message" }, severitySign(row), ...prose(row.message)),
    make("div", { class: "below" }, ruleLink(row.code, host), ...fixButtons(row, host)),
  );
}

/** The icon of a severity, and its name for those who do not see it. */
export function severitySign(row: Pick<Row, "severity">): HTMLElement {
  return make(
    "span",
    { class: `sign ${row.severity}` },
    icon(row.severity),
    make("span", { class: "sr" }, `${title(row.severity)}: `),
  );
}
