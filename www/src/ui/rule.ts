import { ready, rulePages } from "../checker.ts";
import { element, make, prose } from "../elements.ts";
import { dialog } from "./dialog.ts";
import { ruleAddress } from "./finding.ts";
import { draw } from "./prose.ts";

const box = dialog("rule-dialog");
const heading = element("rule-title", HTMLHeadingElement);
const body = element("rule-body", HTMLElement);
// It scrolls, so the keyboard must reach it.
body.tabIndex = 0;

/** Shows the page of a rule. */
export async function explain(code: string): Promise<void> {
  heading.textContent = code;
  body.replaceChildren(make("p", { class: "aside" }, "Loading"));
  if (!box.open) box.showModal();
  try {
    const [pages, checker] = await Promise.all([rulePages(), ready]);
    if (heading.textContent !== code) return;
    const page = Object.hasOwn(pages, code) ? pages[code] : undefined;
    const rule = checker.explain(code);
    if (page === undefined || rule === null) {
      body.replaceChildren(make("p", {}, "There is no rule of this name."));
      return;
    }
    const summary = make(
      "p",
      { class: `summary ${rule.severity}` },
      make("span", { class: "badge" }, rule.severity),
      " ",
      ...prose(rule.summary),
    );
    const known = (href: string) => {
      const other = /^(?:#?rules\/|\.?\/?)?([a-z0-9-]+)(?:\.md)?$/.exec(href)?.[1];
      if (other === undefined || !Object.hasOwn(pages, other)) return null;
      return { href: `#rules/${other}`, open: () => void explain(other) };
    };
    const more = make(
      "p",
      { class: "more" },
      make("a", { href: ruleAddress(code) }, "Try the examples on its page"),
    );
    body.replaceChildren(summary, ...draw(page, known), more);
    body.scrollTop = 0;
  } catch {
    body.replaceChildren(make("p", {}, "The page could not be loaded. Load this page again and retry."));
  }
}
