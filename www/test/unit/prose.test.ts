import assert from "node:assert/strict";
import { test } from "node:test";
import { figure, render, type Surroundings, words } from "../../build/html.ts";
import { parse } from "../../build/prose.ts";

const around: Surroundings = { resolve: (href) => `to:${href}`, example: (idx) => `[${idx}]` };
const html = (markdown: string): string =>
  render(
    parse(markdown, () => []),
    around,
  );

test("markup in a page stays text", () => {
  const evil = `<img src=x onerror="hit()">`;
  assert.equal(html(`a ${evil} b`), `<p>a &lt;img src=x onerror=&quot;hit()&quot;&gt; b</p>`);
  assert.doesNotMatch(html(`${evil}\n\n\`${evil}\`\n\n| ${evil} |\n|---|\n| ${evil} |\n`), /<img/);
  assert.equal(words(`\`<b>\` & more`), "<code>&lt;b&gt;</code> &amp; more");
  const caption = '`"><script>`';
  const example = { caption, text: `${evil}\n`, findings: [], setup: { fileName: evil }, isRepaired: false };
  assert.doesNotMatch(figure(example, "example-1", true), /<img|<script/);
});

test("comments are for those who write pages", () => {
  assert.equal(html("<!-- fields -->\n\nText\n\n<!-- /fields -->\n"), "<p>Text</p>");
  const table = html("<!-- fields -->\n| a |\n|---|\n| b |\n<!-- /fields -->\n");
  assert.match(table, /^<div class="table" tabindex="0"><table>.*<\/table><\/div>$/);
  assert.match(html("<!-- a --> <b>x</b>"), /&lt;b&gt;/);
});

test("headings begin below the title, and links lead where they should", () => {
  assert.equal(html("## One\n\n### Two"), "<h2>One</h2><h3>Two</h3>");
  assert.equal(html("[x](../rules/y.md)"), '<p><a href="to:../rules/y.md">x</a></p>');
});
