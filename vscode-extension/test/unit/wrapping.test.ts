import assert from "node:assert/strict";
import { test } from "node:test";
import { replace } from "../../src/replace.js";
import { changedMeanwhile, whyNone, wrapText } from "../../src/wrapping.js";
import { Range, Uri, window } from "./vscode.js";

/** An editor of one text that refuses, as VS Code does, edits that were made for another version of the text. */
class Editor {
  /** what somebody types while an edit is on its way */
  typed: string[] = [];
  version = 1;
  selection: { isEmpty: boolean; from: number; to: number };
  document = {
    uri: Uri.from({ scheme: "file", path: "/project/.agent-response-phase7.json" }),
    isUntitled: false,
    languageId: "json",
    lineCount: 1,
    version: 1,
    validateRange: (_: unknown) => ({ from: 0, to: this.text.length }),
    getText: (range?: { from: number; to: number }) => this.text.slice(range?.from, range?.to),
  };
  constructor(
    public text: string,
    selected: [number, number] = [0, 0],
  ) {
    const [from, to] = selected;
    this.selection = { isEmpty: from === to, from, to };
  }
  type(text: string): void {
    this.text = text;
    this.document.version++;
  }
  async edit(
    build: (it: { replace: (range: { from: number; to: number }, text: string) => void }) => void,
  ): Promise<boolean> {
    const { version } = this.document;
    let change: () => void = () => undefined;
    build({
      replace: ({ from, to }, text) => {
        change = () => this.type(this.text.slice(0, from) + text + this.text.slice(to));
      },
    });
    const typed = this.typed.shift();
    if (typed !== undefined) this.type(typed);
    if (this.document.version !== version) return false;
    change();
    return true;
  }
}

const wrapIn = (editor: Editor, meanwhile = (): void => undefined): Promise<string | undefined> =>
  wrapText(editor as never, {
    async read() {
      meanwhile();
      return { ".agent-request-phase7.json": '{"request_id": "abc"}' };
    },
  });

test("Wrap wraps the text as it is when the folder has been read", async () => {
  const editor = new Editor('{"a": 1}');
  const longer = '{"a": 1, "much more": "than there was before"}';
  const told = await wrapIn(editor, () => editor.type(longer));
  assert.equal(told, undefined);
  const envelope = JSON.parse(editor.text);
  assert.deepEqual([envelope.response, envelope.request_id], [longer, "abc"]);
});

test("Wrap wraps what is typed while it is applied", async () => {
  const editor = new Editor("one");
  editor.typed = ["one and two", "one, two and three"];
  assert.equal(await wrapIn(editor), undefined);
  assert.equal(JSON.parse(editor.text).response, "one, two and three");
});

test("Wrap leaves the text of somebody who does not stop typing", async () => {
  const editor = new Editor("one");
  editor.typed = ["2", "3", "4", "5"];
  assert.equal(await wrapIn(editor), changedMeanwhile());
  assert.equal(editor.text, "4");
});

test("Wrap leaves a selection whose text was changed", async () => {
  const editor = new Editor("keep part keep", [5, 9]);
  const told = await wrapIn(editor, () => editor.type("new keep part keep"));
  assert.match(told ?? "", /select the part again/);
  assert.equal(editor.text, "new keep part keep");
  const still = new Editor("keep part keep", [5, 9]);
  assert.equal(await wrapIn(still), undefined);
  assert.match(still.text, /^keep \{.*"response": "part",.*\}\n? keep$/s);
});

test("a closed editor, and nothing to do, change nothing", async () => {
  const closed = { edit: () => Promise.reject(new Error("closed")) };
  const change = { range: new Range(0, 0, 0, 0) as never, newText: "" };
  assert.equal(await replace(closed, () => change), false);
  assert.equal(await replace(closed, () => undefined), true);
  const envelope = new Editor('{"done": true}');
  assert.equal(await wrapIn(envelope), undefined);
  const before = envelope.text;
  assert.match((await wrapIn(envelope)) ?? "", /already an envelope/);
  assert.equal(envelope.text, before);
});

test("Wrap completes an envelope that lacks fields", async () => {
  const envelope = new Editor('{"request_id": "abc", "status": "success", "response": "x"}');
  assert.equal(await wrapIn(envelope), undefined);
  const { request_id, version, response } = JSON.parse(envelope.text);
  assert.deepEqual([request_id, version, response], ["abc", "1.0", "x"]);
});

test("what a model wrote is repaired if the user wants that", async () => {
  const answer = 'Here it is:\n```json\n{"a": [1, 2,], "b": True}\n```\nDone!';
  const choices = { "Make a response of it": '{"a": [1, 2], "b": true}', "Wrap it as it is": answer };
  for (const [label, response] of Object.entries(choices)) {
    const editor = new Editor(answer);
    window.picked = label;
    assert.equal(await wrapIn(editor), undefined);
    assert.equal(JSON.parse(editor.text).response.trim(), response);
    assert.deepEqual(
      window.offered.map((it) => it.label),
      Object.keys(choices),
    );
    assert.match(window.offered[0]?.detail ?? "", /^Line \d.*; Line \d/);
  }
  window.picked = undefined;
  const editor = new Editor(answer);
  assert.equal(await wrapIn(editor), undefined);
  assert.equal(editor.text, answer);
  // Nothing is asked where a repair makes no difference, or where the content cannot be repaired.
  for (const text of ["words", '{"a": 1}', '{"a": [1,']) {
    window.offered = [];
    await wrapIn(new Editor(text));
    assert.deepEqual(window.offered, [], text);
  }
});

test("what may have been meant as an envelope is wrapped as a whole, and that is said", async () => {
  const editor = new Editor('{"status": "success", "result": "{\\"a\\": 1}"}');
  const said =
    "all of the content is in `response`; if it was meant as an envelope: `result` should be `response`";
  assert.equal(await wrapIn(editor), said);
  assert.equal(JSON.parse(JSON.parse(editor.text).response).status, "success");
});

test("where there is nothing to open, the mistake is named whose fix changes that", () => {
  assert.equal(whyNone("words"), "found no envelope whose response is a string");
  assert.match(
    whyNone('{"status": "success", "result": {"a": 1}}'),
    /^found no envelope whose response is a string: `result` should be `response`/,
  );
});
