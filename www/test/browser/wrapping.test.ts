import assert from "node:assert/strict";
import { more, pick, REQUEST, REQUEST_ID, sample, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, notice, paste, textOf, write } from "../support.ts";

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
