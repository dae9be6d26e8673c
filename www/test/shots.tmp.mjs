import { build } from "esbuild";
import { pathToFileURL } from "node:url";
await build({ entryPoints: ["test/support.ts"], bundle: true, platform: "node", format: "esm", packages: "external", outfile: "test-output/tmp/support.mjs" });
const s = await import(pathToFileURL("test-output/tmp/support.mjs"));
const server = await s.serve(); const browser = await s.launch();
const only = process.argv[2];
async function shot(name, options, act) {
  if (only && !name.match(only)) return;
  const w = await s.open(browser, server.url, options);
  try { await act?.(w.page); } catch (e) { console.log(name, "FAILED", e.message.slice(0, 500)); }
  await w.page.waitForTimeout(350);
  await w.page.screenshot({ path: `test-output/${name}.png`, fullPage: !!options.full });
  if (w.complaints.length) console.log(name, w.complaints);
  await w.context.close();
}
const sample = (n) => async (p) => { await p.click("#samples-button"); await p.locator("#samples-list button").nth(n).click(); await p.waitForTimeout(100); };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, full: true };
await shot("light-empty", {});
await shot("light", {}, async (p) => { await sample(3)(p); await p.keyboard.press("F8"); });
await shot("light-wrong", {}, async (p) => { await sample(0)(p); });
await shot("dark", { colorScheme: "dark" }, async (p) => { await sample(3)(p); await p.locator("#file-editor .cm-finding").first().hover(); await p.waitForTimeout(600); });
await shot("dark-fixed", { colorScheme: "dark" }, async (p) => { await sample(0)(p); await p.click("#fix-all-button"); });
await shot("narrow", phone, sample(3));
await shot("narrow-empty", phone);
await shot("dialog-wrap", {}, async (p) => { await sample(5)(p); await p.click("#wrap-button"); });
await shot("dialog-rule", { colorScheme: "dark" }, async (p) => { await sample(0)(p); await p.locator("#findings a.code").first().click(); await p.waitForTimeout(300); });
await shot("menu", {}, async (p) => { await p.click("#samples-button"); });
await shot("share", {}, async (p) => { await sample(3)(p); await p.click("#share-button"); });
await shot("narrow-wrap", { ...phone, full: false }, async (p) => { await sample(5)(p); await p.click("#wrap-button"); });
await browser.close(); await server.close();
