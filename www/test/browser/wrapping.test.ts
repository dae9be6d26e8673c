import assert from "node:assert/strict";
import { ANSWER, more, pick, REQUEST, REQUEST_ID, row, sample, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, idle, notice, paste, textOf, write } from "../support.ts";

pageTest("content is wrapped, with the id of the request that was pasted", async ({ page }) => {
  const content = '{"sections": ["examples"],\r\n "examples": "# 😀"}';
  await file(page).click();
  await paste(page, content);
  await more(page, "wrap-button");
  await page.fill("#wrap-request", REQUEST);
  assert.match((await page.locator("#wrap-request-note").textContent()) ?? "", new RegExp(REQUEST_ID));
  const made = JSON.parse(await page.inputValue("#wrap-result"));
  assert.equal(made.request_id, REQUEST_ID);
  await page.click("#wrap-use");
  const envelope = JSON.parse(await textOf(page, "file"));
  assert.equal(envelope.request_id, REQUEST_ID);
  assert.equal(envelope.response, content);
  await page.keyboard.press("Escape");
  await more(page, "wrap-button");
  assert.match((await page.locator("#wrap-result-note").textContent()) ?? "", /already/);
});

pageTest("a response is made of a model's answer, without what is around it", async ({ page }) => {
  await file(page).click();
  await paste(page, ANSWER);
  assert.equal(await page.locator("#findings-view > :visible").first().getAttribute("id"), "offer");
  // Only one thing is the first to do.
  assert.deepEqual(await page.locator("main .primary:visible").allTextContents(), ["Make a response of it"]);
  await page.getByRole("button", { name: "Make a response of it" }).first().click();
  assert.ok(await page.locator("#wrap-repair").isChecked());
  const done = page.locator("#wrap-done");
  assert.match((await done.locator("del").first().textContent()) ?? "", /^<think>\nThe user wants/);
  assert.deepEqual(await done.locator("li .code").allTextContents(), ["leading-text", "trailing-comma"]);
  // Requests are found by their content, not by their names.
  await page.setInputFiles("#wrap-request-input", {
    name: "asked.txt",
    mimeType: "",
    buffer: Buffer.from(REQUEST),
  });
  await idle(page);
  assert.match((await page.locator("#wrap-request-note").textContent()) ?? "", new RegExp(REQUEST_ID));
  await page.getByRole("button", { name: "Put into the editor" }).click();
  await valid(page);
  const { request_id, response } = JSON.parse(await textOf(page, "file"));
  assert.equal(request_id, REQUEST_ID);
  assert.deepEqual(JSON.parse(response).sections, ["examples", "boundaries"]);
  assert.equal(await page.inputValue("#request"), REQUEST);
  assert.ok(!(await page.locator("#offer").isVisible()));
  await page.click("#undo-button");
  assert.equal(await textOf(page, "file"), ANSWER);
  assert.ok(await page.locator("#offer").isVisible());
});

pageTest(
  "a finding without a fix leads there, too; content that is JSON is not repaired",
  async ({ page }) => {
    await write(page, ANSWER);
    await row(page, "markdown-fence").getByRole("button", { name: "Make a response of it" }).click();
    assert.equal(await page.locator("#wrap-title").textContent(), "Make a response of it");
    await page.fill("#wrap-content", sample("raw-payload"));
    assert.ok(await page.locator("#wrap-repair").isDisabled());
    assert.ok(!(await page.locator("#wrap-done-title").isVisible()));
    await page.click("#wrap-use");
    await valid(page);
    await pick(page, "No envelope");
    assert.ok(await page.locator("#offer").isVisible());
    await pick(page, "A Markdown fence");
    assert.ok(!(await page.locator("#offer").isVisible()));
    await pick(page, "A broken payload");
    assert.ok(!(await page.locator("#offer").isVisible()));
  },
);

pageTest("the main button never puts in a file with errors", async ({ page }) => {
  const primary = (): Promise<string[]> =>
    page.locator("#wrap-dialog .primary:visible:enabled").allTextContents();
  await more(page, "wrap-button");
  // Only a guess repairs it, so it is asked for.
  await page.fill("#wrap-content", ANSWER.replace('"examples",', '"examples",,'));
  assert.equal(await page.locator("#wrap-repair").isChecked(), false);
  assert.deepEqual(await primary(), ["Repair"]);
  assert.match((await page.locator("#wrap-use").textContent()) ?? "", /^Put in with \d+ errors$/);
  await page.click("#wrap-fix");
  assert.ok(await page.locator("#wrap-repair").isChecked());
  assert.deepEqual(await primary(), ["Put into the editor"]);
  assert.equal(await page.locator("#wrap-done li", { hasText: "Maybe:" }).count(), 1);
  // What is cut off has to be generated again.
  await page.fill("#wrap-content", '```json\n{"sections": ["examples"], "examples": "# On');
  assert.deepEqual(await primary(), []);
  assert.match((await page.locator("#wrap-left").textContent()) ?? "", /^Error: .*cut off/);
  assert.ok(await page.locator("#wrap-ask").isVisible());
  await page.fill("#wrap-content", sample("wrong-name"));
  assert.equal(
    await page.locator("#wrap-result-note").textContent(),
    "already an envelope, repaired: rename to response; 5 hints",
  );
  assert.deepEqual(await primary(), ["Put into the editor"]);
});

pageTest("a content that was cut off leads to the prompt that asks for its end", async ({ page }) => {
  await more(page, "wrap-button");
  assert.ok(await page.locator("#wrap-ask").isHidden());
  await page.fill("#wrap-content", '{"sections": ["examples"], "examples": "# On');
  await page.click("#wrap-ask");
  await page.locator("#output", { hasText: "cut off" }).waitFor();
  assert.equal(await page.locator("#prompt-tab").getAttribute("aria-selected"), "true");
  assert.equal(JSON.parse(await textOf(page, "file")).status, "success");
});

pageTest("the error page of a server is no answer", async ({ page }) => {
  await write(page, "<html>\n<head><title>502 Bad Gateway</title></head>\n<body><hr>nginx</body>\n</html>");
  assert.match((await row(page, "syntax").textContent()) ?? "", /error message, 502 Bad Gateway/);
  assert.ok(!(await page.locator("#offer").isVisible()));
  await more(page, "wrap-button");
  assert.match((await page.locator("#wrap-result-note").textContent()) ?? "", /set the status to error/);
  await page.selectOption("#wrap-status", "success");
  assert.match(JSON.parse(await page.inputValue("#wrap-result")).response, /^<html>/);
});

pageTest("a status and its error can be given to wrap", async ({ page }) => {
  await more(page, "wrap-button");
  await page.fill("#wrap-content", "it took too long");
  await page.selectOption("#wrap-status", "timeout");
  await page.fill("#wrap-error-message", "Timeout after 120 s");
  await page.fill("#wrap-duration", "abc");
  assert.notEqual(await page.locator("#wrap-result-note").textContent(), "");
  await page.fill("#wrap-duration", "120.5");
  const made = JSON.parse(await page.inputValue("#wrap-result"));
  assert.equal(made.status, "timeout");
  assert.equal(made.error_message, "Timeout after 120 s");
  assert.equal(made.duration_seconds, 120.5);
  // Outside the dialog, a screen reader would not announce it.
  await page.click("#wrap-copy");
  assert.equal(await notice(page), "Envelope copied");
  assert.equal(await page.locator("#wrap-dialog #notice").count(), 1);
});

pageTest(
  "files that are dropped on the panel are what it wraps, not what stands behind it",
  async ({ page }) => {
    await more(page, "wrap-button");
    const dropped = await page.evaluateHandle(
      ([content, request]) => {
        const made = new DataTransfer();
        made.items.add(new File([request], ".agent-request-phase8.json"));
        made.items.add(new File([content], "content.md"));
        return made;
      },
      ["# One\r\n", REQUEST] as const,
    );
    await page.dispatchEvent("#wrap-request", "drop", { dataTransfer: dropped });
    assert.equal(await notice(page), "content.md opened");
    const made = JSON.parse(await page.inputValue("#wrap-result"));
    assert.deepEqual([made.response, made.request_id], ["# One\r\n", REQUEST_ID]);
    await page.keyboard.press("Escape");
    assert.equal(await textOf(page, "file"), "");
  },
);

pageTest("the payload is unwrapped, byte for byte", async ({ page }) => {
  await pick(page, "A good one");
  const content = JSON.parse(sample("good")).response;
  assert.equal(await textOf(page, "payload"), content);
  await more(page, "unwrap-button");
  assert.equal(await page.inputValue("#unwrap-result"), content);
  await page.click("#unwrap-use");
  assert.equal(await textOf(page, "file"), content);
});

pageTest("the file and its payload are indented in one step, and mean the same", async ({ page }) => {
  const { response, ...others } = JSON.parse(sample("good")) as { response: string };
  const compact = JSON.stringify({ ...others, response: JSON.stringify(JSON.parse(response)) });
  await write(page, compact);
  await valid(page);
  await more(page, "indent-button");
  const indented = await textOf(page, "file");
  assert.ok(indented.startsWith('{\n  "'), indented.slice(0, 40));
  const after = JSON.parse(indented) as { response: string };
  assert.deepEqual(JSON.parse(after.response), JSON.parse(response));
  assert.ok(after.response.startsWith('{\n  "'), after.response.slice(0, 40));
  await more(page, "indent-button");
  assert.match(await notice(page), /Nothing to indent/);
  await page.click("#undo-button");
  assert.equal(await textOf(page, "file"), compact);
});

pageTest("an id that a tool made is not ready for a program that asked", async ({ page }) => {
  await write(page, sample("raw-payload"));
  await page.click("#offer-button");
  await page.click("#wrap-use");
  await valid(page);
  const ready = page.locator("#ready");
  assert.match((await ready.textContent()) ?? "", /Ready, but no request matches it\./);
  await ready.getByRole("button", { name: "Add the request" }).click();
  await page.keyboard.insertText(REQUEST);
  await idle(page);
  await page.keyboard.press("Escape");
  await row(page, "pair-id").locator(".fix").first().click();
  await valid(page);
  assert.equal(JSON.parse(await textOf(page, "file")).request_id, REQUEST_ID);
  assert.match((await ready.textContent()) ?? "", /Ready\. The program can read this file/);
  assert.ok(!(await ready.getByRole("button", { name: "Add the request" }).isVisible()));
});

pageTest("what was typed into the panel is still there when it is opened again", async ({ page }) => {
  await write(page, "# One");
  await more(page, "wrap-button");
  await page.fill("#wrap-content", "# Two");
  await page.fill("#wrap-request", REQUEST);
  const made = JSON.parse(await page.inputValue("#wrap-result")).response;
  await page.keyboard.press("Escape");
  await more(page, "wrap-button");
  assert.equal(await page.inputValue("#wrap-content"), "# Two");
  assert.equal(await page.inputValue("#wrap-request"), REQUEST);
  assert.equal(JSON.parse(await page.inputValue("#wrap-result")).response, made);
  await page.keyboard.press("Escape");
  // Another text is other content.
  await write(page, "# Three");
  await more(page, "wrap-button");
  assert.equal(await page.inputValue("#wrap-content"), "# Three");
  assert.equal(await page.inputValue("#wrap-request"), "");
  await page.fill("#wrap-content", "# Four");
  await page.click("#wrap-use");
  await page.click("#undo-button");
  await more(page, "wrap-button");
  assert.equal(await page.inputValue("#wrap-content"), "# Three");
});
