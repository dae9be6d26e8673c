import type { RuleInfo, ValidateOptions } from "agent-response/editor";

/** How an example of a page is checked. */
export interface Setup {
  /** the only rule that is on */
  rule?: string;
  format?: string;
  profile?: string;
  fileName?: string;
  now?: string;
  request?: string;
  siblings?: Record<string, string>;
  /** the files that exist, for formats that name some */
  files?: string[];
  /** why the bytes of the file differ from its text in UTF-8 */
  encodings?: string[];
}

/** The options for the checker that an example needs; `alone` turns off all rules but its own. */
export function toOptions(setup: Setup, rules: readonly RuleInfo[], alone = true): ValidateOptions {
  const { rule, format, profile, encodings: _, ...rest } = setup;
  const options: ValidateOptions = { ...rest };
  if (format !== undefined) options.format = format as NonNullable<ValidateOptions["format"]>;
  if (profile !== undefined) options.profile = profile as NonNullable<ValidateOptions["profile"]>;
  if (rule !== undefined && alone)
    options.rules = Object.fromEntries(
      rules.flatMap(({ code }) => (code === rule ? [] : [[code, "off" as const]])),
    );
  return options;
}

/** The text of the file, if it is text; line endings and byte order mark are as in the file. */
export function toText(text: string, { encodings = [] }: Setup): string {
  let out = text;
  if (encodings.includes("crlf")) out = out.replaceAll("\n", "\r\n");
  if (encodings.includes("cr")) out = out.replaceAll("\n", "\r");
  return encodings.includes("bom") ? `\ufeff${out}` : out;
}

/** The input of the checker: the text, or bytes that are not UTF-8. */
export function toBytes(text: string, setup: Setup): string | Uint8Array {
  const out = toText(text, setup);
  if (setup.encodings?.includes("latin1")) return Uint8Array.from(out, (it) => it.charCodeAt(0));
  if (!setup.encodings?.includes("utf16")) return out;
  const bytes = new DataView(new ArrayBuffer(2 + 2 * out.length));
  bytes.setUint16(0, 0xfeff, true);
  for (let idx = 0; idx < out.length; idx += 1) bytes.setUint16(2 + 2 * idx, out.charCodeAt(idx), true);
  return new Uint8Array(bytes.buffer);
}
