/**
 * Changes of a project file that leave everything else in it as it is. They are made by lines, so that comments and
 * style stay; whoever makes one reads the result to see that it says what it should.
 */

export interface Change {
  from: number;
  to: number;
  text: string;
}

/** The change that turns a rule off. */
export function turnedOff(text: string, code: string): Change {
  const end = /\r\n/.test(text) ? "\r\n" : "\n";
  const line = `${code} = "off"`;
  const insert = (at: number, inserted: string): Change => ({ from: at, to: at, text: inserted });
  const heading = /^[ \t]*\[[ \t]*rules[ \t]*\].*(\n|$)/m.exec(text);
  if (heading) {
    const from = heading.index + heading[0].length;
    const rest = text.slice(from);
    const next = rest.search(/^[ \t]*\[/m);
    const present = findValue(next < 0 ? rest : rest.slice(0, next), code);
    if (present) return { from: from + present.from, to: from + present.to, text: '"off"' };
    return insert(from, heading[1] === "" ? `${end}${line}${end}` : `${line}${end}`);
  }
  const dotted = /^[ \t]*rules[ \t]*\./m.exec(text);
  if (dotted) {
    const present = findValue(text, `rules.${code}`);
    if (present) return { ...present, text: '"off"' };
    return insert(dotted.index, `rules.${line}${end}`);
  }
  const inline = /^[ \t]*rules[ \t]*=[ \t]*\{([ \t]*\})?/m.exec(text);
  if (inline) {
    const at = text.indexOf("{", inline.index) + 1;
    return insert(at, inline[1] === undefined ? ` ${line},` : ` ${line} `);
  }
  const gap = text === "" ? "" : text.endsWith("\n") ? end : end + end;
  return insert(text.length, `${gap}[rules]${end}${line}${end}`);
}

/** Where the value of a key is, which is at the beginning of a line. */
function findValue(text: string, key: string): { from: number; to: number } | undefined {
  const found = new RegExp(
    `^([ \\t]*"?${key.replace(".", "\\.")}"?[ \\t]*=[ \\t]*)("[^"\\n]*"|'[^'\\n]*')`,
    "m",
  ).exec(text);
  if (found === null) return undefined;
  const from = found.index + (found[1]?.length ?? 0);
  return { from, to: from + (found[2]?.length ?? 0) };
}
