/** A file as it is compared: payloads decoded and formatted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readable } from "../../src/readable.js";

const options = { fileName: ".agent-response-phase7.json" };
const PAYLOAD = '{"agents":["architect"] "note":"a\\nb","more":{}}';
const of = (payload: string, indent?: number): string =>
  JSON.stringify({ request_id: "1", response: payload, metadata: {} }, null, indent);

const SHOWN = `{
  "request_id": "1",
  "response": // a string, decoded
  {
    "agents": ["architect"]
    "note": "a\\n
  b",
    "more": {}
  },
  "metadata": {}
}`;

test("a payload is decoded and formatted, also a broken one, and says that it is a string", () => {
  const shown = readable(of(PAYLOAD, 2), options);
  assert.equal(shown.text, SHOWN);
  assert.deepEqual(shown.payloads, [PAYLOAD]);
  assert.equal(readable(of(PAYLOAD), options).text, SHOWN, "on one line");
  assert.notEqual(readable(of(PAYLOAD).replace(/"response":"(.*)",/, '"response":{},'), options).text, SHOWN);
});

test("what has no payload is as it is", () => {
  for (const it of ["Sorry.\nNo result.", '{\n"a":  1}', "", '{\n "response": null\n}'])
    assert.deepEqual(readable(it, options), { text: it, payloads: [] });
});

test("a line break that is escaped is not the same as one that is not", () => {
  const [escaped, raw] = [PAYLOAD, PAYLOAD.replace("\\n", "\n")].map((it) => readable(of(it, 2), options));
  assert.notEqual(escaped?.text, raw?.text);
});
