// Draws icon.png from images/icon.svg. Run by hand after a change to the drawing; then the file is reduced to 16 colors.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../../scripts/vscode-host/vscode-host.mjs";

const root = join(import.meta.dirname, "..");
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
await page.setContent(
  `<style>body { margin: 0 }</style>${readFileSync(join(root, "images/icon.svg"), "utf8")}`,
);
await page.screenshot({ path: join(root, "icon.png"), omitBackground: true });
await browser.close();
