import type { FormatInfo, ValidateOptions } from "agent-response";
import { formats, rules, unwrap, validate } from "agent-response/tools";
import { toBytes, toOptions } from "../src/adapters/setup.ts";
import type { Example } from "./examples.ts";

/** What the checker does with the examples of a rule, as opposed to what its page says. */
export interface Facts {
  /** ids of the formats in which its examples are reported; empty: it applies where no format is known */
  formats: string[];
  /** the safest fix that is offered */
  fix: "safe" | "suggestion" | "none";
  /** its messages, each once */
  messages: string[];
}

export const allFormats: readonly FormatInfo[] = formats();

/**
 * Runs the examples of a rule. A rule belongs to a format if it is reported in an example of that format, or when an
 * example, or the payload encoded in it, is read as that format: rules about the text have examples in one format and
 * apply to all; rules about a payload have examples in its envelope.
 */
export function factsOf(code: string, examples: readonly Example[]): Facts {
  const all = rules();
  const known = new Set<string>();
  const fixes = new Set<string>();
  const messages = new Set<string>();
  for (const { text, setup } of examples) {
    if (setup === null) continue;
    const options = toOptions(setup, all);
    const report = validate(toBytes(text, setup), options);
    const found = report.diagnostics.filter((it) => it.code === code);
    if (found.length === 0) continue;
    if (report.format.id !== null) known.add(report.format.id);
    for (const it of found) {
      messages.add(it.message);
      for (const { safety } of it.fixes) fixes.add(safety);
    }
    // A file name also tells the format: without the name, the content alone decides.
    const { fileName: _name, siblings: _beside, ...others } = options;
    const texts = [toBytes(text, setup), unwrap(text)?.content ?? ""];
    for (const { id } of allFormats)
      if (texts.some((it) => isReported(code, it, { ...others, format: id }))) known.add(id);
  }
  return {
    formats: allFormats.flatMap(({ id }) => (known.has(id) ? [id] : [])),
    fix: fixes.has("safe") ? "safe" : fixes.size > 0 ? "suggestion" : "none",
    messages: [...messages],
  };
}

const isReported = (code: string, text: string | Uint8Array, options: ValidateOptions): boolean =>
  text.length > 0 && validate(text, options).diagnostics.some((it) => it.code === code);
