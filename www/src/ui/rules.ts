/** All rules: a row for each with its switch, a search, and filters. */
import type { FormatInfo, RuleInfo } from "agent-response/editor";
import type { BriefRules } from "../../build/brief.ts";
import { type Entry, fits, type Wish } from "../adapters/filter.ts";
import { noun, SEVERITIES } from "../adapters/severity.ts";
import { IS_SINGLE } from "../checker.ts";
import { button, make, prose } from "../elements.ts";
import { arrows } from "./arrows.ts";
import { ruleLink, severitySign } from "./finding.ts";
import * as switches from "./switches.ts";

interface Row extends Entry {
  code: string;
  formats: string[];
  page: string;
  box: HTMLLIElement;
}

const ALL: Wish = { q: "", format: "", severity: "", fix: "" };
/** What was wanted last; whoever comes back from a rule sees the same list. */
const wish: Wish & { isChanged: boolean } = { ...ALL, isChanged: false };

let form: HTMLFormElement;
let rows: Row[] = [];
let show: () => void;
/** how many rules there are for other files */
let nOthers = 0;

/** The list, without what `add` adds to it. */
export function draw(rules: readonly RuleInfo[], explain: (code: string) => void): Node[] {
  rows = rules.map(({ code, severity, summary }) => ({
    code,
    severity,
    words: `${code} ${summary}`.toLowerCase(),
    fix: "",
    formats: [],
    page: "",
    box: make(
      "li",
      {},
      severitySign({ severity }),
      ruleLink(code, { explain }),
      make("p", {}, ...prose(summary)),
      switches.control({ code, severity }),
    ),
  }));
  const list = make("ul", { class: "switches" }, ...rows.map((it) => it.box));
  const count = make("span", { role: "status" });
  const reset = button({}, () => clear(list), "Reset");
  show = () => {
    const switched = switches.all();
    // What is in no name and no summary may be on a page.
    const isNamed = rows.some((it) => fits(it, { ...ALL, q: wish.q }));
    const found = rows.filter(
      (it) =>
        (!wish.isChanged || Object.hasOwn(switched, it.code)) &&
        fits(isNamed ? it : { ...it, words: it.page }, wish),
    );
    for (const it of rows) it.box.hidden = !found.includes(it);
    const others = nOthers === 0 ? "" : `; ${nOthers} more for tool calls`;
    count.textContent = `${found.length} of ${rows.length} rules${others}`;
    showReset();
  };
  const showReset = (): void => {
    reset.hidden = Object.keys(switches.all()).length === 0;
  };
  // A row stays until something else is looked for.
  list.addEventListener("change", showReset);
  drawForm(list);
  show();
  return [form, make("p", { class: "aside counted" }, count, reset), list];
}

function clear(list: HTMLUListElement): void {
  switches.reset();
  for (const it of list.querySelectorAll("select")) it.value = "";
  show();
  form.querySelector("input")?.focus();
}

function drawForm(list: HTMLUListElement): void {
  const search = make("input", {
    type: "text",
    name: "q",
    placeholder: "An id, or words of its page",
    "aria-label": "Search the rules",
    spellcheck: "false",
    value: wish.q,
  });
  const changed = make("input", { type: "checkbox", name: "isChanged", checked: wish.isChanged });
  form = make(
    "form",
    { role: "search", "aria-label": "Rules" },
    search,
    make("label", { class: "check" }, changed, "Switched only"),
  );
  filter(
    "severity",
    "Any severity",
    SEVERITIES.map((it) => [it, noun(it, 2)]),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    const { q = "", isChanged, ...others } = Object.fromEntries(new FormData(form));
    Object.assign(wish, { ...others, q: String(q).trim(), isChanged: isChanged !== undefined });
    show();
  });
  if (!IS_SINGLE) arrows(search, list);
}

function filter(
  name: "format" | "severity" | "fix",
  any: string,
  all: readonly (readonly [string, string])[],
): void {
  const options = [["", any] as const, ...all].map(([value, label]) =>
    make("option", { value, selected: value === wish[name] }, label),
  );
  form.insertBefore(
    make("select", { name, "aria-label": any.replace("Any ", "") }, ...options),
    form.lastChild,
  );
}

/** Adds what is only known of the pages of the rules. */
export function add(
  { pages, facts, others = [] }: Pick<BriefRules, "pages" | "facts" | "others">,
  formats: readonly FormatInfo[],
): void {
  nOthers = others.filter((code) => !rows.some((it) => it.code === code)).length;
  if (form.elements.namedItem("fix") !== null) return;
  for (const it of rows) {
    it.page = JSON.stringify(pages[it.code] ?? "").toLowerCase();
    [it.fix = "", ...it.formats] = facts?.[it.code] ?? [];
  }
  if (!IS_SINGLE) {
    filter(
      "format",
      "Any format",
      formats.map((it) => [it.id, it.title]),
    );
    filter("fix", "Any fix", [
      ["safe", "safe fix"],
      ["suggestion", "suggested fix"],
      ["none", "no fix"],
    ]);
  }
  show();
}
