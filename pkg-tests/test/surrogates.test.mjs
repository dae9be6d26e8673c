/** A lone surrogate in a string: neither lost nor fatal, and every offset stays right. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, runNode } from "../lib/consumer.mjs";
import { envelope } from "../lib/samples.mjs";

const ar = await load();
const HIGH = "\ud83d";
const LOW = "\udc00";

test("offsets after a lone surrogate are those of the string", () => {
  for (const lone of [HIGH, LOW, LOW + HIGH, `\ue000${HIGH}`, `🙂${HIGH}`]) {
    const text = envelope("{}").replace('"metadata": {}', `"metadata": {"a": "${lone}"}, "extra${lone}": 1`);
    const found = ar
      .validate(text, { format: "agent-response" })
      .diagnostics.find((it) => it.code === "unknown-field");
    assert.ok(found, "no unknown-field");
    assert.equal(text.slice(found.from, found.to).replaceAll('"', ""), `extra${lone}`);
    // A character for private use, which may look like anything, is written out.
    assert.ok(found.message.includes(`extra${lone.replace("\ue000", "\\ue000")}`), found.message);
    const bytes = Buffer.from(text.slice(0, found.from));
    assert.equal(found.bytes.from, bytes.length);
  }
});

test("a fix keeps lone surrogates", () => {
  const text = `{"result": "${LOW}\ue000", "a${HIGH}": 1,}`;
  const { text: fixed, applied } = ar.fix(text, { format: "agent-response" });
  assert.ok(applied.length > 0);
  assert.ok(fixed.includes(`${LOW}\ue000`) && fixed.includes(`a${HIGH}`), JSON.stringify(fixed));
  assert.equal(replay(text, applied), fixed);
});

test("the edits of a fix, applied one entry after the other, give its text", () => {
  const text = '{"result": "{\\"a\\": 1}", "status": "done", "version": "1", "note": "é🙂",}';
  const { text: fixed, applied } = ar.fix(text, { format: "agent-response", suggestions: true });
  assert.ok(applied.length > 1);
  assert.equal(replay(text, applied), fixed);
});

test("wrap writes them as escapes, so that UTF-8 loses nothing", () => {
  const wrapped = ar.wrap(`a${HIGH}b${LOW}\ue000`, { errorMessage: LOW, metadata: { note: HIGH } });
  assert.ok(isWellFormed(wrapped));
  const value = JSON.parse(Buffer.from(wrapped).toString());
  assert.equal(value.response, `a${HIGH}b${LOW}\ue000`);
  assert.equal(value.metadata.note, HIGH);
  assert.equal(value.error_message, LOW);
});

test("an envelope with a lone surrogate comes back from wrap as it was", () => {
  const text = envelope(JSON.stringify({ done: true })).replace(
    '"metadata": {}',
    `"metadata": {"a": "${LOW}"}`,
  );
  assert.equal(ar.wrap(text), text);
});

test("unwrap gives them back, raw or escaped", () => {
  for (const lone of [HIGH, LOW, `${LOW}${HIGH}`, `🙂${LOW}\ue000`]) {
    assert.equal(ar.unwrap(ar.wrap(lone))?.content, lone);
    assert.equal(ar.unwrap(JSON.stringify({ ...JSON.parse(envelope("x")), response: lone }))?.content, lone);
    assert.equal(ar.unwrap(envelope("x").replace('"x"', `"${lone}"`))?.content, lone);
  }
  assert.equal(
    ar.unwrap(envelope("x").replace('"x"', '"\\uD83D\\uDE00 \\\\ud83d \\ue000"'))?.content,
    "😀 \\ud83d \ue000",
  );
});

test("locate finds a key with a lone surrogate", () => {
  const text = `{"a": "${LOW}", "${HIGH}": 1}`;
  const place = ar.locate(text, `/${HIGH}`);
  assert.equal(place && text.slice(place.from, place.to), "1");
});

test("a file name with a lone surrogate is a name like another", () => {
  assert.equal(ar.validate("{}", { fileName: `${HIGH}/.agent-response.json` }).valid, false);
});

test("engines without isWellFormed, some of which misread pairs with the flag `u`, say the same", () => {
  const texts = [
    "🙂",
    `🙂${HIGH}🙂`,
    `${LOW}${HIGH}`,
    `{"result": "🙂${LOW}🙂", "🙂${HIGH}": 1,}`,
    LOW,
    `a${HIGH}`,
  ];
  const work = (/** @type {typeof import("agent-response")} */ ar, /** @type {string[]} */ texts) =>
    texts.map((it) => [ar.validate(it), ar.fix(it), ar.unwrap(ar.wrap(it)), ar.locate(it, "")]);
  const source = `
    delete String.prototype.isWellFormed;
    for (const name of ["exec", Symbol.replace, Symbol.match, Symbol.matchAll, Symbol.search, Symbol.split]) {
      const own = RegExp.prototype[name];
      RegExp.prototype[name] = function (...args) {
        if (this.unicode) throw new Error("the flag u: " + this);
        return own.apply(this, args);
      };
    }
    const ar = await import("agent-response");
    console.log(JSON.stringify((${work})(ar, ${JSON.stringify(texts)})));`;
  assert.deepEqual(JSON.parse(runNode(["--input-type=module", "-"], source)), work(ar, texts));
});

/** Applies a ledger to the string that it was made for. */
function replay(/** @type {string} */ text, /** @type {import("agent-response").AppliedFix[]} */ applied) {
  return applied.reduce(
    (text, { edits }) =>
      edits.reduceRight((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), text),
    text,
  );
}

function isWellFormed(/** @type {string} */ text) {
  return !/[\ud800-\udfff]/u.test(text);
}
