/**
 * A JSON text as people read it: every member on its own line, and escaped line breaks in strings as real line breaks.
 * Edits there become edits to the text, which keeps its own layout.
 */

/** A stretch that is the same in both texts (`isCopy`), or a stretch of one in place of the other's. */
interface Piece {
  shown: number;
  text: number;
  isCopy: boolean;
}

export interface Layout {
  /** what is shown */
  shown: string;
  pieces: readonly Piece[];
  /** how a line break in a string is written */
  lineEnd: string;
  /** the text has line breaks between its members, and is shown with them */
  isOwn: boolean;
}

export interface Change {
  from: number;
  to: number;
  text: string;
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|\s+|[^\s"{}[\],:]+/g;
const BREAK = /\\r\\n|\\[\s\S]/g;
const SHORT = /\[[^[\]{}\\]{0,60}\]/y;
const INDENT = "  ";

/**
 * The layout of a text. One that has line breaks between its members keeps its own, unless texts are to be compared:
 * then, all are laid out alike, each item on its own line, and as deep as they are in another text.
 */
export function lay(text: string, isAlike = false, around = 0): Layout {
  const out = new Builder();
  const isOwn = !isAlike && isLaidOut(text);
  let depth = around;
  let before = "";
  let match = next(text, 0);
  while (match !== null) {
    const [token] = match;
    const after = text.slice(TOKEN.lastIndex).trimStart()[0] ?? "";
    if (token.startsWith('"')) out.string(token, after !== ":");
    else if (isOwn) out.copy(token);
    else if (/\s/.test(token)) {
      // As if the comma were there.
      const isBetween = isAlike && before === '"' && after === '"';
      if (isBetween) out.break(depth);
      out.blank(token, isBetween ? "," : before, after);
    } else if (token === "}" || token === "]") {
      depth = Math.max(depth - 1, 0);
      if (before !== "{" && before !== "[") out.break(depth);
      out.copy(token);
    } else if (token === "[" && !isAlike && short(text, match.index) !== null) {
      const whole = short(text, match.index) ?? token;
      out.copy(whole);
      TOKEN.lastIndex = match.index + whole.length;
    } else {
      out.copy(token);
      if (token === "{" || token === "[") depth += 1;
      if (token === ":") out.show(" ");
      else if ((token === "{" || token === "[" || token === ",") && !/[}\]]/.test(after) && after !== "")
        out.break(depth);
    }
    if (!/^\s/.test(token)) before = text[TOKEN.lastIndex - 1] ?? token;
    match = next(text, TOKEN.lastIndex);
  }
  return out.done(/\\r\\n/.test(text) ? "\\r\\n" : "\\n", isOwn);
}

const isLaidOut = (text: string): boolean =>
  /^[^"]*[\n\r]/.test(text) || /[[{,]\s*\n/.test(text.replace(/"(?:[^"\\]|\\[\s\S])*"?/g, '""'));

function next(text: string, at: number): RegExpExecArray | null {
  TOKEN.lastIndex = at;
  return TOKEN.exec(text);
}

/** A list of a few words, which stays on one line. */
function short(text: string, at: number): string | null {
  SHORT.lastIndex = at;
  return SHORT.exec(text)?.[0] ?? null;
}

class Builder {
  #shown = "";
  #pieces: Piece[] = [];

  copy(text: string): void {
    this.#add(text, text.length, true);
  }
  show(text: string): void {
    this.#add(text, 0, false);
  }
  break(depth: number): void {
    this.show(`\n${INDENT.repeat(depth)}`);
  }
  /** Whitespace between tokens gives way to the layout, but never if two words would join. */
  blank(token: string, before: string, after: string): void {
    if (before === "" || after === "" || /[{}[\],:]/.test(before) || /[{}[\],:]/.test(after))
      this.#add("", token.length, false);
    else this.copy(token);
  }
  string(token: string, isValue: boolean): void {
    let at = 0;
    for (const it of isValue ? token.matchAll(BREAK) : []) {
      const [end] = it;
      if (end !== "\\n" && end !== "\\r\\n") continue;
      this.copy(token.slice(at, it.index));
      this.#add("\n", end.length, false);
      at = it.index + end.length;
    }
    this.copy(token.slice(at));
  }
  done(lineEnd: string, isOwn: boolean): Layout {
    return { shown: this.#shown, pieces: this.#pieces, lineEnd, isOwn };
  }
  #add(shown: string, text: number, isCopy: boolean): void {
    this.#shown += shown;
    push(this.#pieces, { shown: shown.length, text, isCopy });
  }
}

function push(pieces: Piece[], piece: Piece): void {
  if (piece.shown + piece.text === 0) return;
  const last = pieces.at(-1);
  if (piece.isCopy && last?.isCopy === true) {
    last.shown += piece.shown;
    last.text += piece.text;
  } else pieces.push({ ...piece });
}

/** Converts a place in the shown text to its place in the original text. */
export function toText({ pieces }: Layout, offset: number): number {
  let shown = 0;
  let text = 0;
  for (const it of pieces) {
    if (offset < shown + it.shown) return text + (it.isCopy ? offset - shown : 0);
    shown += it.shown;
    text += it.text;
  }
  return text;
}

/** Converts a place in the original text to its place in the shown text. */
export function toShown({ pieces }: Layout, offset: number): number {
  let shown = 0;
  let text = 0;
  for (const it of pieces) {
    if (offset < text + it.text) return shown + (it.isCopy ? offset - text : 0);
    shown += it.shown;
    text += it.text;
  }
  return shown;
}

/**
 * For an edit to the shown text: the edit to the original text (null if only the layout changed), and the new layout.
 * In a string, a line break is written as an escape; elsewhere, mere whitespace is layout, unless the text has its own.
 */
export function change(
  layout: Layout,
  source: string,
  { from, to, text }: Change,
): { edit: Change | null; layout: Layout } {
  const { pieces, shown } = layout;
  const head = cut(pieces, 0, from, (at) => at <= from);
  const tail = cut(pieces, to, shown.length, (at) => at > to);
  const at = sum(head);
  const end = source.length - sum(tail);
  const { made, written } = write(text, isInString(source, at), layout);
  const all: Piece[] = [];
  for (const it of [...head, ...made, ...tail]) push(all, it);
  const edit = at === end && written === "" ? null : { from: at, to: end, text: written };
  const now = shown.slice(0, from) + text + shown.slice(to);
  return { edit, layout: { ...layout, shown: now, pieces: all } };
}

/** The inserted text as it is written in the original text. */
function write(
  text: string,
  isInside: boolean,
  { lineEnd, isOwn }: Layout,
): { made: Piece[]; written: string } {
  if (!isInside) {
    const isLayout = !isOwn && /^\s*$/.test(text);
    const piece = { shown: text.length, text: isLayout ? 0 : text.length, isCopy: !isLayout };
    return { made: [piece], written: isLayout ? "" : text };
  }
  const made: Piece[] = [];
  let written = "";
  for (const part of text.split(/(\r?\n|\p{Cc})/u)) {
    const code = /^\r?\n$/.test(part) ? lineEnd : JSON.stringify(part).slice(1, -1);
    const isCopy = !/^\p{Cc}/u.test(part) || code === part;
    made.push({ shown: part.length, text: isCopy ? part.length : code.length, isCopy });
    written += isCopy ? part : code;
  }
  return { made, written };
}

const sum = (pieces: readonly Piece[]): number => pieces.reduce((all, it) => all + it.text, 0);

/** The pieces of a stretch of the shown text; of the pieces that are empty there, those at places that belong to it. */
function cut(pieces: readonly Piece[], from: number, to: number, isOwn: (at: number) => boolean): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const it of pieces) {
    const start = Math.max(at, from);
    const end = Math.min(at + it.shown, to);
    const isWhole = at >= from && at + it.shown <= to;
    if (isWhole && (it.shown > 0 || isOwn(at))) out.push(it);
    else if (start < end)
      out.push({
        shown: end - start,
        text: it.isCopy ? end - start : at + it.shown === end ? it.text : 0,
        isCopy: it.isCopy,
      });
    at += it.shown;
  }
  return out;
}

/** Whether a place is inside a string, judging by the quotes before it. */
export function isInString(text: string, at: number): boolean {
  let is = false;
  for (let idx = 0; idx < at; idx += 1) {
    const code = text.charCodeAt(idx);
    if (is && code === 0x5c) idx += 1;
    else if (code === 0x22) is = !is;
  }
  return is;
}
