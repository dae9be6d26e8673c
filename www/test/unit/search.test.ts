import assert from "node:assert/strict";
import { test } from "node:test";
import { insertFor, MOST, matches, next, type Query } from "../../src/adapters/search.ts";

const query = (text: string, some: Partial<Query> = {}): Query => ({
  text,
  isCase: false,
  isWord: false,
  isRegExp: false,
  ...some,
});
const found = (text: string, of: Query): string[] =>
  matches(text, of).map((it) => text.slice(it.from, it.to));

test("text is searched for literally", () => {
  const text = String.raw`{"a\n": "A.*", "😀-[x]": 1}`;
  assert.deepEqual(found(text, query("a")), ["a", "A"]);
  assert.deepEqual(found(text, query("a", { isCase: true })), ["a"]);
  for (const it of [String.raw`\n`, ".*", "😀-[x]", '"', "{"])
    assert.ok(found(text, query(it)).length > 0, it);
  assert.deepEqual(found(text, query("")), []);
});

test("whole words are not parts of words", () => {
  assert.deepEqual(
    matches("id, ids, my_id, id", query("id", { isWord: true })).map((it) => it.from),
    [0, 16],
  );
  assert.deepEqual(found('"a"b', query('"a"', { isWord: true })), []);
});

test("a regular expression finds its matches, and what is none finds nothing", () => {
  assert.deepEqual(found("a1 b22\nc", query(String.raw`\d+|^c`, { isRegExp: true })), ["1", "22", "c"]);
  assert.deepEqual(found('say "x"', query(String.raw`\"(.)\"`, { isRegExp: true })), ['"x"']);
  assert.deepEqual(found("😀", query(".", { isRegExp: true })), ["😀"]);
  assert.deepEqual(found("aaa", query("b*", { isRegExp: true })), []);
  for (const it of ["(", "[a", "a{2,1}"]) assert.deepEqual(found("a(a[a", query(it, { isRegExp: true })), []);
});

test("the search goes round, in both directions", () => {
  const all = matches("x.x.x", query("x"));
  assert.equal(next(all, 0, 1, true)?.from, 2);
  assert.equal(next(all, 4, 5, true)?.from, 0);
  assert.equal(next(all, 0, 1, false)?.from, 4);
  assert.equal(next(all, 2, 3, false)?.from, 0);
  assert.equal(next([], 0, 0, true), undefined);
});

test("a replacement is text, or takes up what an expression has caught", () => {
  const caught = query(String.raw`(\w+)@(\w+)`, { isRegExp: true });
  const [it] = matches("me@home", caught);
  assert.ok(it);
  assert.equal(insertFor(it, "$2: $1 $& $$1 $3", caught), "home: me me@home $1 ");
  assert.equal(insertFor(it, "$1", query("me@home")), "$1");
});

test("many matches are shown up to a number, and replaced all", () => {
  const text = "x".repeat(MOST + 5);
  assert.equal(matches(text, query("x")).length, MOST);
  assert.equal(matches(text, query("x"), Number.POSITIVE_INFINITY).length, MOST + 5);
});
