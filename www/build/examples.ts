import type { FormatInfo } from "agent-response";
import type { Tokens } from "marked";
import { type Setup, toBytes } from "../src/adapters/setup.ts";

/** A finding as pages show it: a line of carets under its place. */
export interface Finding {
  severity: string;
  code: string;
  message: string;
  /** index of its line in the example */
  line: number;
  /** UTF-16 offsets in the text of the example */
  from: number;
  to: number;
  /** its place in the text that is encoded in the example: where that text is, and the line and column in it */
  inner: { pointer: string; place: string } | null;
}

/** An example of a page. */
export interface Example {
  /** the paragraph above it */
  caption: string;
  /** the text, without carets */
  text: string;
  findings: Finding[];
  /** how it is checked; null for a text that is only to be read */
  setup: Setup | null;
  /** whether it is the result of a fix */
  isRepaired: boolean;
}

const CARETS = /^(\s*)(\^+)(…?) (error|warning|info|hint)\[([a-z0-9-]+)\]: (.*)$/;
/** After a message: the places of the nested strings, and the place in the innermost one. */
const INNER = / @ ((?:\/.*?)?) → (.*?) ?(\d+:\d+)$/;
const ENCODINGS = ["bom", "crlf", "cr", "latin1", "utf16"] as const;
const ENCODED: Record<(typeof ENCODINGS)[number], string> = {
  bom: "with a byte order mark",
  crlf: "with Windows line ends",
  cr: "with old Mac line ends",
  latin1: "in Latin-1",
  utf16: "in UTF-16",
};

/**
 * Reads the blocks of a page one after the other, as the tests of the pages do: an example's sibling files come before
 * it. `rule` is the only rule that is on; without it, all are.
 */
export function reader(formats: readonly FormatInfo[], rule: string | null): (token: Tokens.Code) => Example {
  let siblings: Record<string, string> = {};
  let request: string | undefined;
  return ({ text: content, lang = "" }) => {
    const [language = "", ...words] = lang.split(/\s+/).filter((it) => it !== "");
    const { text, findings } = withoutCarets(content);
    const value = (key: string): string | undefined =>
      words.find((it) => it.startsWith(`${key}=`))?.slice(key.length + 1);
    const plain = (caption: string, isRepaired = false): Example => ({
      caption,
      text,
      findings,
      setup: null,
      isRepaired,
    });
    const beside = value("sibling");
    if (beside !== undefined) {
      siblings[beside] = text;
      return plain(`Beside it: \`${beside}\``);
    }
    if (words.includes("request")) {
      request = text;
      return plain("The request");
    }
    if (words.includes("fixed")) return plain("After the fix", true);
    if (words.includes("suggested")) return plain("After the suggested fix", true);
    // Only to be read, carets included.
    if (!["json", "text"].includes(language) || words.includes("plain"))
      return { ...plain(""), text: content, findings: [] };
    const setup: Setup = {};
    const format = formats.find((it) => words.includes(it.id));
    const [fileName, profile, now, files] = ["file", "profile", "now", "files"].map(value);
    const encodings = ENCODINGS.filter((it) => words.includes(it));
    if (rule !== null) setup.rule = rule;
    if (format !== undefined) setup.format = format.id;
    if (fileName !== undefined) setup.fileName = fileName;
    if (profile !== undefined) setup.profile = profile;
    if (now !== undefined) setup.now = now;
    if (files !== undefined) setup.files = files.split(",");
    if (request !== undefined) setup.request = request;
    if (Object.keys(siblings).length > 0 || words.includes("alone")) setup.siblings = siblings;
    if (encodings.length > 0) setup.encodings = encodings;
    siblings = {};
    request = undefined;
    return { caption: captionOf(setup, format?.title), text, findings, setup, isRepaired: false };
  };
}

/** What is special about an example, in words. */
function captionOf(
  { fileName, profile, now, files = [], encodings = [] }: Setup,
  format: string | undefined,
): string {
  const [first = "", ...rest] = format ?? "";
  return [
    fileName === undefined ? `${first.toUpperCase()}${rest.join("")}` : `\`${fileName}\``,
    profile === undefined ? "" : `profile \`${profile}\``,
    now === undefined ? "" : `now is ${now}`,
    files.length === 0 ? "" : `beside ${files.map((it) => `\`${it}\``).join(" and ")}`,
    ...encodings.map((it) => ENCODED[it as keyof typeof ENCODED]),
  ]
    .filter((it) => it !== "")
    .join(", ");
}

function withoutCarets(content: string): { text: string; findings: Finding[] } {
  const findings: Finding[] = [];
  let text = "";
  let start = 0;
  let line = -1;
  for (const it of content === "" ? [] : content.split("\n")) {
    if (!/^\s*\^/.test(it)) {
      start = text.length;
      text += `${it}\n`;
      line += 1;
      continue;
    }
    const [, blanks = "", carets = "", more = "", severity = "", code = "", words = ""] =
      CARETS.exec(it) ?? [];
    if (code === "") throw new Error(`a line of carets without a finding: ${it}`);
    const shown = text.slice(start).replace(/\n$/, "");
    const from = start + units(shown, blanks.length);
    const to = more === "" ? start + units(shown, blanks.length + carets.length) : start + shown.length;
    const inner = INNER.exec(words);
    findings.push({
      severity,
      code,
      message: inner === null ? words : words.slice(0, inner.index),
      line: Math.max(line, 0),
      from,
      to,
      inner:
        inner === null
          ? null
          : { pointer: `${inner[1]}${inner[2]}`.replaceAll(/ ?→ ?/g, ""), place: inner[3] ?? "" },
    });
  }
  return { text, findings };
}

/** UTF-16 units of the first characters of a line. */
const units = (line: string, chars: number): number => [...line].slice(0, chars).join("").length;

/** What the checker gets for an example. */
export const checked = ({ text, setup }: Example): string | Uint8Array =>
  setup === null ? text : toBytes(text, setup);
