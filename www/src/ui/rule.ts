import type { Diagnostic, RuleInfo } from "agent-response/editor";
import type { BriefRules } from "../../build/brief.ts";
import { withCarets } from "../adapters/carets.ts";
import { countExamples } from "../adapters/examples.ts";
import { type Setup, toBytes, toOptions } from "../adapters/setup.ts";
import { type Checker, IS_SINGLE, ready } from "../checker.ts";
import { element, make, prose } from "../elements.ts";
import { during } from "../idle.ts";
import { wider } from "../wider.ts";
import { dialog } from "./dialog.ts";
import { ruleAddress } from "./finding.ts";
import { draw } from "./prose.ts";
import * as list from "./rules.ts";
import { control } from "./switches.ts";

const box = dialog("rule-dialog");
const heading = element("rule-title", HTMLHeadingElement);
const body = element("rule-body", HTMLElement);
// It scrolls, so the keyboard must reach it.
body.tabIndex = 0;

const EXAMPLES = "Try the examples on its page";
const MORE = "Read more and try the examples on its page";

let pages: Promise<BriefRules> | undefined;

/** The pages of all rules, loaded when the first one is opened. */
function rulePages(): NonNullable<typeof pages> {
  pages ??= import("virtual:rules").then((it) => it.default);
  return pages;
}

/** Shows a rule page. */
export async function explain(code: string): Promise<void> {
  heading.replaceChildren(make("code", {}, code));
  body.replaceChildren(make("p", { class: "aside" }, "Loading"));
  if (!box.open) box.showModal();
  try {
    const [rules, checker] = await during(knowing(code));
    if (heading.textContent !== code) return;
    body.replaceChildren(...text(code, rules, checker));
    body.scrollTop = 0;
  } catch {
    // All of the page in one file is there.
    if (!IS_SINGLE)
      body.replaceChildren(make("p", {}, "The page could not be loaded. Load this page again and retry."));
  }
}

/** The pages with that of a rule, and the checker that knows it. */
async function knowing(code: string): Promise<readonly [BriefRules, Checker]> {
  const all = await rulePages();
  if (IS_SINGLE || !all.others?.includes(code)) return [all, await ready];
  return Promise.all([pagesOfTools(), wider()]);
}

const pagesOfTools = (): Promise<BriefRules> => import("virtual:rules-of-tools").then((it) => it.default);

/** What is known of the pages of these rules. */
async function pagesFor(rules: readonly RuleInfo[]): Promise<Pick<BriefRules, "pages" | "facts" | "others">> {
  const own = await rulePages();
  if (IS_SINGLE || !rules.some((it) => own.others?.includes(it.code))) return own;
  const more = await pagesOfTools();
  return { pages: { ...own.pages, ...more.pages }, facts: { ...own.facts, ...more.facts } };
}

/** Lists the rules, or the formats. */
export function index(which: string, checker: Checker): void {
  const isRules = which === "rules";
  heading.textContent = isRules ? "Rules" : "Formats";
  if (isRules) body.replaceChildren(...list.draw(checker.rules(), explain));
  else {
    const items = checker
      .formats()
      .map((it) => [it.title, " ", ...prose(it.files.map((file) => `\`${file}\``).join(", "))]);
    body.replaceChildren(make("ul", {}, ...items.map((it) => make("li", {}, ...it))));
  }
  body.scrollTop = 0;
  if (!box.open) box.showModal();
  if (isRules)
    void during(pagesFor(checker.rules())).then(
      (it) => list.add(it, checker.formats()),
      // Without the pages, the list itself can still be searched.
      () => undefined,
    );
}

function text(code: string, rules: BriefRules, checker: Checker): (Node | string)[] {
  const page = Object.hasOwn(rules.pages, code) ? rules.pages[code] : undefined;
  const rule = checker.explain(code);
  if (page === undefined || rule === null) return [make("p", {}, "There is no rule with this name.")];
  const summary = make(
    "p",
    { class: `summary ${rule.severity}` },
    make("span", { class: "badge" }, `${rule.severity} by default`),
    " ",
    ...prose(rule.summary),
    " ",
    control(rule),
  );
  let idx = firstExample(rules, code);
  const resolve = (href: string) => {
    const other = /^(?:#?rules\/|\.?\/?)?([a-z0-9-]+)(?:\.md)?$/.exec(href)?.[1];
    const isKnown = (it: string): boolean =>
      Object.hasOwn(rules.pages, it) || rules.others?.includes(it) === true;
    if (other === undefined || !isKnown(other)) return null;
    return { href: `#rules/${other}`, open: () => void explain(other) };
  };
  return [
    summary,
    ...draw(page, { resolve, example: () => example(rules, idx++, code, checker) }),
    ...(IS_SINGLE ? [] : [more(code, rules.longer.includes(code))]),
  ];
}

const more = (code: string, isLonger: boolean): HTMLElement =>
  make("p", { class: "more" }, make("a", { href: ruleAddress(code) }, isLonger ? MORE : EXAMPLES));

/** The number of a page's first example: the examples of the pages before it come first. */
function firstExample({ pages }: BriefRules, code: string): number {
  const codes = Object.keys(pages);
  return countExamples(codes.slice(0, codes.indexOf(code)).flatMap((it) => pages[it] ?? []));
}

/** An example, with its findings when only this rule is on. */
function example(rules: BriefRules, idx: number, code: string, checker: Checker): HTMLElement {
  const source = rules.texts[idx] ?? "";
  const caption = rules.captions[idx] ?? "";
  const how = rules.hows[idx] ?? false;
  const found = typeof how === "boolean" ? [] : findings(source, { ...how, rule: code }, checker);
  const pre = make("pre", { tabindex: "0" });
  for (const { text, isCarets } of withCarets(source, found)) pre.append(isCarets ? mark(text) : `${text}\n`);
  if (caption === "") return pre;
  return make(
    "figure",
    how === true ? { class: "repaired" } : {},
    make("figcaption", {}, ...prose(caption)),
    pre,
  );
}

/** Carets stay below their place even if the line extends beyond the box; their words are on their own lines in it. */
function mark(text: string): HTMLElement {
  const at = text.lastIndexOf("^", text.search(/[^ ^]/)) + 1;
  return make("mark", {}, text.slice(0, at), make("span", {}, text.slice(at).trimStart()));
}

const findings = (source: string, how: Setup, checker: Checker): readonly Diagnostic[] =>
  checker.validate(toBytes(source, how), toOptions(how, checker.rules())).diagnostics;
