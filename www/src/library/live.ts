import type { RuleInfo } from "agent-response/editor";
import { isOfLines } from "../../../common/signs.ts";
import { type Setup, toBytes, toOptions, toText } from "../adapters/setup.ts";
import { encode } from "../adapters/share.ts";
import { type Checker, ready } from "../checker.ts";
import { AgentResponseEditor } from "../element/editor.ts";
import { button, make, ROOT } from "../elements.ts";
import { wider } from "../wider.ts";

/** Replaces an example with the editor; when pressed again, the button removes the editor. */
export async function toggle(figure: HTMLElement, opener: HTMLButtonElement): Promise<void> {
  const shown = figure.querySelector<HTMLElement>(":scope > .live");
  if (shown === null) await start(figure);
  else shown.remove();
  figure.classList.toggle("open", shown === null);
  opener.textContent = shown === null ? "Close" : "Try it";
  opener.setAttribute("aria-expanded", String(shown === null));
}

async function start(figure: HTMLElement): Promise<void> {
  const setup = JSON.parse(figure.dataset.setup ?? "{}") as Setup;
  const checker = await knowing(setup);
  const rules = checker.rules();
  const source = figure.querySelector("pre")?.textContent ?? "";
  const editor = new AgentResponseEditor();
  editor.checker = checker;
  editor.className = "live";
  editor.setAttribute("label", "Example");
  editor.setAttribute("rules", `${ROOT}rules/`);
  const only = make("input", { type: "checkbox", checked: true });
  const choose = (): void => {
    editor.options = options(setup, rules, only.checked);
  };
  only.addEventListener("change", choose);
  choose();
  editor.load(toText(source, setup), toBytes(source, setup), setup.fileName);
  editor.append(
    make(
      "label",
      { slot: "tools", class: "only", hidden: setup.rule === undefined },
      only,
      " Only this rule",
    ),
    button({ slot: "tools" }, () => void openWhole(setup, editor), "Open as a file"),
  );
  figure.append(editor);
  editor.focus();
}

/** The checker for an example: that of the page, unless the example is about tool calls. */
async function knowing({ rule, format, fileName }: Setup): Promise<Checker> {
  const checker = await ready;
  const knows = (all: readonly string[], it: string | undefined): boolean =>
    it === undefined || all.includes(it);
  const isKnown =
    knows(
      checker.rules().map((it) => it.code),
      rule,
    ) &&
    knows(
      checker.formats().map((it) => it.id),
      format,
    );
  return isKnown && !isOfLines(fileName) ? checker : wider();
}

/** How an example is checked, without its file name, which is in the editor, where a fix may change it. */
function options(setup: Setup, rules: readonly RuleInfo[], alone: boolean) {
  const { fileName: _, ...others } = toOptions(setup, rules, alone);
  return others;
}

/** Opens the main page with this text and the request that is next to it. */
async function openWhole(setup: Setup, editor: AgentResponseEditor): Promise<void> {
  const beside = Object.entries(setup.siblings ?? {}).find(([it]) => it.includes("request"))?.[1];
  const hash = await encode({
    text: editor.value,
    fileName: editor.fileName,
    format: setup.format ?? "auto",
    profile: setup.profile ?? "default",
    request: setup.request ?? beside ?? "",
  });
  location.assign(`${ROOT}${hash}`);
}
