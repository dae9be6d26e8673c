import { Lexer, type Token, type Tokens } from "marked";

/** A rule page as a tree: text, or a tag followed by its content. A link has its address first. */
export type Prose = string | Prose[];

/** Converts a code block. */
export type Draw = (token: Tokens.Code) => Prose[];

/**
 * Markdown as a tree. HTML in it stays text, and comments are left out: nothing is ever parsed as markup, here or in the
 * browser.
 */
export const parse = (markdown: string, draw: Draw): Prose[] =>
  blocks(new Lexer({ gfm: true }).lex(markdown), draw);

const blocks = (tokens: readonly Token[], draw: Draw): Prose[] => tokens.flatMap((it) => block(it, draw));

function block(token: Token, draw: Draw): Prose[] {
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "html":
      return /^\s*(?:<!--[\s\S]*?-->\s*)+$/.test(token.raw) ? [] : [["p", token.raw]];
    case "heading":
      // The dialog shows the title of the page; the page's headings begin one level below.
      return [[(token as Tokens.Heading).depth <= 2 ? "h3" : "h4", ...inline(token)]];
    case "paragraph":
      return [["p", ...inline(token)]];
    case "blockquote":
      return [["blockquote", ...blocks((token as Tokens.Blockquote).tokens, draw)]];
    case "code":
      return draw(token as Tokens.Code);
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return [[ordered ? "ol" : "ul", ...items.map((it): Prose => ["li", ...blocks(it.tokens, draw)])]];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const head: Prose = ["thead", ["tr", ...header.map((it): Prose => ["th", ...inline(it)])]];
      const body: Prose = [
        "tbody",
        ...rows.map((row): Prose => ["tr", ...row.map((it): Prose => ["td", ...inline(it)])]),
      ];
      return [["table", head, body]];
    }
    case "hr":
      return [["hr"]];
    case "text":
      return inline(token);
    default:
      return [["p", token.raw]];
  }
}

function inline(token: { tokens?: Token[] | undefined; text?: string; raw?: string }): Prose[] {
  if (token.tokens === undefined) return [token.text ?? token.raw ?? ""];
  return join(token.tokens.flatMap(span));
}

function span(token: Token): Prose[] {
  switch (token.type) {
    case "codespan":
      return [["code", (token as Tokens.Codespan).text]];
    case "strong":
    case "em":
    case "del":
      return [[token.type, ...inline(token)]];
    case "br":
      return [["br"]];
    case "escape":
      return [(token as Tokens.Escape).text];
    case "link":
      return [["a", (token as Tokens.Link).href, ...inline(token)]];
    case "text":
      return inline(token);
    default:
      return [token.raw];
  }
}

/** Joins adjacent texts. */
function join(parts: readonly Prose[]): Prose[] {
  const out: Prose[] = [];
  for (const it of parts) {
    const last = out.at(-1);
    if (typeof it === "string" && typeof last === "string") out[out.length - 1] = last + it;
    else out.push(it);
  }
  return out;
}
