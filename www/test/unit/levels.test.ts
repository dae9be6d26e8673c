import assert from "node:assert/strict";
import { test } from "node:test";
import { document, symbols, toFile, toInner } from "agent-response/editor";
import { escapeAt, inFull, pointerAt, shortened, whereIs } from "../../../common/levels.ts";
import { sample } from "../main-page.ts";

const reader = { toInner, toFile, document };
const text = sample("broken-payload");
const place = (offset: number): string =>
  inFull(whereIs(text, offset, pointerAt(symbols(text), offset), toInner(text, offset)));

test("a place is named at each level", () => {
  assert.equal(place(text.indexOf('"status"')), "/status · file 4:3");
  assert.equal(place(0), "file 1:1");
  assert.equal(
    place(text.indexOf('\\"boundaries\\": ')),
    "/response/boundaries · file 5:188 · payload 1:149 · escaped once",
  );
  assert.equal(
    place(text.indexOf("A route that")),
    "/response/examples · file 5:102 · payload 1:76 · section 3:5 · escaped twice",
  );
});

test("a pointer hides nothing, and a long one loses its middle", () => {
  assert.equal(inFull(whereIs("{}", 1, "/a\u202eb\n", [])), "/a\\u{202e}b\\u{a} · file 1:2");
  assert.equal(shortened("/response/boundaries", 20), "/response/boundaries");
  assert.equal(shortened("/response/😀/boundaries", 9), "/res…ries");
  assert.equal(shortened("😀😀😀😀😀", 4), "😀…😀😀");
});

test("an escape is shown as it is written at each level", () => {
  const at = (written: string): string[] | undefined => {
    const from = text.indexOf(written);
    const found = escapeAt(text, from + 1, reader);
    if (found !== null) assert.equal(text.slice(found.place.from, found.place.to), written);
    return found?.levels.map((it) => `${it.level} ${it.word ?? it.text}`);
  };
  assert.deepEqual(at(String.raw`\\n`), [String.raw`file \\n`, String.raw`payload \n`, "section line break"]);
  assert.deepEqual(at(String.raw`\"`), [String.raw`file \"`, 'payload "']);
  assert.equal(escapeAt(text, text.indexOf("route"), reader), null);
  assert.equal(escapeAt(text, 3, reader), null);
  // Of any place: nothing is there that is not in the text, and an escape has at least two levels.
  for (let offset = 0; offset <= text.length; offset += 1) {
    const found = escapeAt(text, offset, reader);
    if (found === null) continue;
    const { from, to } = found.place;
    assert.ok(from <= offset && offset <= to && found.levels.length > 1, `${offset}`);
    assert.match(text.slice(from, to), /^\\/);
    for (const it of found.levels.slice(1)) {
      assert.equal(document(text, it.pointer)?.text.slice(it.from, it.to), it.text);
    }
  }
});
