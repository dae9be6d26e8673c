import type { RuleInfo, ValidateOptions } from "agent-response/editor";
import { button, element, make } from "../elements.ts";

/** The chosen severities of rules; the others have those of the profile. */
export type Switches = NonNullable<ValidateOptions["rules"]>;

const LEVELS = ["error", "warning", "info", "hint", "off"] as const;

let switches: Switches = {};
let changed: () => void = () => undefined;

/** The line in the settings that says how many rules have a chosen severity; `list` shows all rules. */
export function start(redo: () => void, list: () => void): void {
  changed = redo;
  element("rules-button", HTMLButtonElement).addEventListener("click", () => {
    // The list returns the focus to what has it now, and closes the settings.
    element("settings-button", HTMLButtonElement).focus();
    list();
  });
  draw();
}

export const all = (): Switches => switches;

/** Takes the switches of a link, except invalid ones. */
export function set(json: string, rules: readonly RuleInfo[]): void {
  switches = {};
  try {
    const given = Object.entries(JSON.parse(json || "{}") ?? {});
    const known = given.filter(([code]) => rules.some((it) => it.code === code));
    switches = Object.fromEntries(known.filter(([, level]) => LEVELS.some((it) => it === level)));
  } catch {
    // The switches of another program count as none.
  }
  draw();
}

/** The switch of a rule. */
export function control({ code, severity }: Pick<RuleInfo, "code" | "severity">): HTMLSelectElement {
  const chosen = switches[code];
  const made = make(
    "select",
    { class: "switch", "aria-label": `How ${code} is reported` },
    make("option", { value: "" }, `By default: ${severity}`),
    ...LEVELS.map((it) =>
      make("option", { value: it, selected: chosen === it }, it === "off" ? "Off" : `As ${it}`),
    ),
  );
  made.addEventListener("change", () => {
    const { [code]: _, ...others } = switches;
    const level = LEVELS.find((it) => it === made.value);
    switches = level === undefined ? others : { ...others, [code]: level };
    draw();
    changed();
  });
  return made;
}

/** Gives all rules the severities of the profile. */
export function reset(): void {
  switches = {};
  draw();
  changed();
}

function draw(): void {
  const n = Object.keys(switches).length;
  element("rules-note", HTMLSpanElement).replaceChildren(
    n === 0 ? "as the profile has them" : `${n} switched `,
    ...(n === 0 ? [] : [button({}, reset, "Reset")]),
  );
}
