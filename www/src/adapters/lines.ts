/** Files with a record in each line: each line is shown and edited like a file of its own. */
import { isOfLines } from "../../../common/signs.ts";
import type { Checker } from "../checker.ts";
import type { Doc } from "./inner.ts";

/** A line without its end, and where it is. */
export interface Line {
  number: number;
  from: number;
  to: number;
  text: string;
}

/** The line around an offset. */
export function lineAt(text: string, offset: number): Line {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  return line(text, from, text.slice(0, from).split("\n").length);
}

/** The line with a number, which is counted from one. */
function lineOf(text: string, number: number): Line {
  let from = 0;
  for (let n = 1; n < number; n += 1) {
    const end = text.indexOf("\n", from);
    if (end < 0) break;
    from = end + 1;
  }
  return line(text, from, number);
}

function line(text: string, from: number, number: number): Line {
  const end = text.indexOf("\n", from);
  const to = end < 0 ? text.length : end;
  const own = text.slice(from, to).replace(/\r$/, "");
  return { number, from, to: from + own.length, text: own };
}

/** Whether a text without a name has a record in each line: two objects that follow each other are no other file. */
export function looksLikeLines(text: string): boolean {
  const [first = "", second = ""] = text.slice(0, 200_000).split("\n", 2);
  return isObject(first) && isObject(second);
}

function isObject(text: string): boolean {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The pointer of a document in a line begins with the number of the line. */
const PLACE = /^@(\d+)/;
export const inLine = (pointer: string): string => pointer.replace(PLACE, "");

type Asked = { fileName?: string | undefined; inside?: string | undefined };

/**
 * A checker whose questions about a place in a file of lines are about the line there; `at` is where the cursor is, and
 * `before` how many lines of the file are not in the text.
 */
export function byLine(checker: Checker, at: () => number, before = (): number => 0): Checker {
  const place = (text: string, pointer: string): Line | null => {
    const number = PLACE.exec(pointer)?.[1];
    return number === undefined ? null : lineOf(text, Number(number));
  };
  /** The line in which an offset is, where the text has any. */
  const around = (text: string, offset: number, options: Asked | undefined): Line | null =>
    isOfLines(options?.fileName) ? lineAt(text, offset) : null;
  return {
    ...checker,
    documents(text, options) {
      const it = around(text, at(), options);
      if (it === null) return checker.documents(text, options);
      const found = checker.documents(it.text, options).map((doc) => ({
        ...doc,
        pointer: `@${it.number}${doc.pointer}`,
        from: doc.from + it.from,
        to: doc.to + it.from,
      }));
      return [...found, whole(it, before())] as ReturnType<Checker["documents"]>;
    },
    document(text, pointer, options) {
      const it = place(text, pointer);
      return checker.document(it?.text ?? text, inLine(pointer), options);
    },
    edit(text, pointer, edits, options) {
      const it = place(text, pointer);
      if (it === null) return checker.edit(text, pointer, edits, options);
      const inside = inLine(pointer);
      const found = inside === "" ? edits : checker.edit(it.text, inside, edits, options);
      return found.map(({ from, to, text: by }) => ({
        from: from + it.from,
        to: to + it.from,
        text: by,
      })) as never;
    },
    toFile(text, pointer, from, to, options) {
      const it = place(text, pointer);
      if (it === null) return checker.toFile(text, pointer, from, to, options);
      const inside = inLine(pointer);
      const found = inside === "" ? { from, to } : checker.toFile(it.text, inside, from, to, options);
      return { ...found, from: found.from + it.from, to: found.to + it.from } as never;
    },
    toInner(text, offset, options) {
      const it = around(text, offset, options);
      if (it === null) return checker.toInner(text, offset, options);
      return checker
        .toInner(it.text, offset - it.from, options)
        .map((inner) => ({ ...inner, pointer: `@${it.number}${inner.pointer}` }));
    },
    hover: (text, offset, options) => {
      const [it, inside] = asked(text, offset, options);
      if (it === null) return checker.hover(text, offset, options);
      const shift = inside === null ? it.from : 0;
      const found = checker.hover(it.text, offset - shift, { ...options, inside: inside ?? "" });
      return found && { ...found, from: found.from + shift, to: found.to + shift };
    },
    complete: (text, offset, options) => {
      const [it, inside] = asked(text, offset, options);
      if (it === null) return checker.complete(text, offset, options);
      const shift = inside === null ? it.from : 0;
      return checker.complete(it.text, offset - shift, { ...options, inside: inside ?? "" }).map((found) => {
        const moved = (edit: typeof found.edit): typeof edit => ({
          ...edit,
          from: edit.from + shift,
          to: edit.to + shift,
        });
        return { ...found, edit: moved(found.edit), more: found.more.map(moved) };
      });
    },
  };

  /** The line that a question is about, and the document in it; null for the line itself. */
  function asked(text: string, offset: number, options: Asked | undefined): [Line | null, string | null] {
    const { inside = "" } = options ?? {};
    return inside === "" ? [around(text, offset, options), null] : [place(text, inside), inLine(inside)];
  }
}

/** A line as a document, to be read laid out. */
const whole = ({ number, from, to, text }: Line, before: number): Doc => ({
  pointer: `@${number}`,
  kind: "line" as Doc["kind"],
  language: "json",
  title: `Line ${before + number}`,
  text,
  depth: 0,
  from,
  to,
});
