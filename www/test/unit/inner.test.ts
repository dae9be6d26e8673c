import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { documents, edit } from "agent-response/editor";
import { type Doc, documentsFor, follow } from "../../src/adapters/inner.ts";
import { lay } from "../../src/adapters/layout.ts";

const SAMPLES = "src/samples";
const samples = readdirSync(SAMPLES)
  .filter((it) => it.endsWith(".txt"))
  .map((id) => ({ id, text: readFileSync(`${SAMPLES}/${id}`, "utf8") }));

const INSERTS = [
  "",
  "x",
  " ",
  "\n",
  "\r\n",
  '"',
  "\\",
  "\\n",
  "é",
  "😀",
  "\u2028",
  "{}",
  ", ",
  '"a": 1,',
  "\t\u0000",
  "\n\n# T\n",
];

/** The same numbers in every run. */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

/** A place between characters: no cursor is inside a character. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);

const payloadOf = (text: string): Doc | undefined => documentsFor(documents(text)).payload;

test("what is typed in the payload, laid out or not, is what the file holds, and nothing else changes", () => {
  let edited = 0;
  for (const { id, text } of samples)
    for (const isLaidOut of [true, false]) {
      const next = random(id.length * 7 + Number(isLaidOut));
      for (let round = 0; round < 8; round += 1) {
        let file = text;
        let doc = payloadOf(file);
        for (let step = 0; step < 4 && doc !== undefined; step += 1) {
          const layout = isLaidOut ? lay(doc.text) : null;
          const shown = layout?.shown ?? doc.text;
          const from = whole(shown, next(shown.length + 1));
          const to = whole(shown, Math.min(shown.length, from + (next(3) === 0 ? next(20) : 0)));
          const insert = INSERTS[next(INSERTS.length)] ?? "";
          const { edits, after } = follow({ doc, layout }, [{ from, to, text: insert }]);
          if (layout === null) assert.equal(after.doc.text, shown.slice(0, from) + insert + shown.slice(to));
          else assert.equal(after.layout?.shown, shown.slice(0, from) + insert + shown.slice(to));
          const found = edit(file, doc.pointer, edits);
          const before = file;
          file = applied(file, found);
          assert.ok(isInside(before, file, doc), `${id}: something outside of the payload changed`);
          const now = payloadOf(file);
          // A payload that became another kind of text has another document, or none; its text is still there.
          if (now?.pointer === doc.pointer)
            assert.equal(now.text, after.doc.text, `${id} ${JSON.stringify(edits)}`);
          if (edits.length > 0) edited += 1;
          doc = now;
        }
      }
    }
  assert.ok(edited > 300, `${edited} edits`);
});

/** The edits are in order and do not overlap. */
const applied = (text: string, edits: readonly { from: number; to: number; text: string }[]): string =>
  [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((now, it) => now.slice(0, it.from) + it.text + now.slice(it.to), text);

const isInside = (before: string, now: string, { from, to }: Doc): boolean =>
  before.slice(0, from) === now.slice(0, from) &&
  before.slice(to) === now.slice(now.length - (before.length - to));
