/** A text that occurs once in the file, and what replaces it. */
interface Exchange {
  before: string;
  after: string;
}

/** What a reply makes of the file. */
export interface Applied {
  text: string;
  /** whether the reply is the whole file, not edits of it */
  isWhole: boolean;
  /** how many edits were made */
  n: number;
  /** the texts that edits replace, but that do not occur once in the file */
  missed: string[];
}

/** What a model replied, applied to the file: the whole file, or the edits that the prompt lists; null if it has neither. */
export function applied(reply: string, file: string): Applied | null {
  const words = reply.replace(/\r\n?/g, "\n").replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/g, "");
  const whole = [words.trim(), ...fenced(words)].find(isObject);
  const edits = whole === undefined ? exchanges(words) : [];
  if (edits.length > 0) return exchanged(edits, file);
  const text = whole ?? fenced(words).find((it) => /^\s*[[{]/.test(it)) ?? between(words);
  return text === undefined ? null : { text: like(file, text), isWhole: true, n: 0, missed: [] };
}

/** The contents of the fences in a text, the longest first. */
const fenced = (text: string): string[] =>
  [...text.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n\1\s*$/gm)]
    .map(([, , inside = ""]) => inside.trim())
    .sort((a, b) => b.length - a.length);

/** From the first bracket to the last one. */
function between(text: string): string | undefined {
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf("]"), text.lastIndexOf("}"));
  return from === -1 || to < from ? undefined : text.slice(from, to + 1);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** A whole file with the line endings and the end of the file that it replaces. */
function like(file: string, text: string): string {
  const lines = file.includes("\r\n") ? ends(text) : text;
  return lines.trimEnd() + file.slice(file.trimEnd().length);
}

const WHOLE = "(the whole file)";

/** The edits in a text: lines that begin with `-`, and after them lines that begin with `+`. */
function exchanges(text: string): Exchange[] {
  const out: Exchange[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    const sign = line[0];
    if (come.length > 0 && sign !== "+") {
      const [before, after] = [signed(gone), signed(come)];
      if (gone.length > 0 && before !== null && after !== null) out.push({ before, after });
      [gone, come] = [[], []];
    }
    if (sign === "+") come.push(line);
    else if (sign === "-") gone.push(line);
    else gone = [];
  }
  return out;
}

/** The text after the signs of lines; after `-json`, it is a JSON string. */
function signed(lines: readonly string[]): string | null {
  const [first = ""] = lines;
  if (!/^[-+]json "/.test(first)) return lines.map((it) => it.replace(/^[-+] ?/, "")).join("\n");
  try {
    return String(JSON.parse(first.slice(6)));
  } catch {
    return null;
  }
}

function exchanged(edits: readonly Exchange[], file: string): Applied {
  const out: Applied = { text: file, isWhole: false, n: 0, missed: [] };
  for (const { before, after } of edits) {
    if (before === WHOLE) {
      out.text = like(file, after);
      out.isWhole = true;
    } else {
      const [gone, come] = file.includes("\r\n") ? [ends(before), ends(after)] : [before, after];
      const at = out.text.indexOf(gone);
      if (gone === "" || at === -1 || out.text.includes(gone, at + 1)) {
        out.missed.push(before);
        continue;
      }
      out.text = out.text.slice(0, at) + come + out.text.slice(at + gone.length);
    }
    out.n += 1;
  }
  return out;
}

const ends = (text: string): string => text.replaceAll("\n", "\r\n");
