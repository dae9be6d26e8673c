// Draws the PNG icons from public/icon.svg, in few colors so that they stay small: node www/build/icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { launchBrowser } from "../../scripts/browser.mjs";

const at = (name) => new URL(`../public/${name}`, import.meta.url).pathname;
const svg = readFileSync(at("icon.svg"), "utf8").replace(' rx="108"', "");

const browser = await launchBrowser();
const page = await browser.newPage();
for (const size of [192, 512])
  writeFileSync(at(`icon-${size}.png`), png(size, await page.evaluate(pixels, [svg, size])));
await browser.close();

/** Runs in the page: the colors of the drawing, each as one number. */
async function pixels([source, size]) {
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  const context = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext(
    "2d",
  );
  context.drawImage(image, 0, 0, size, size);
  const { data } = context.getImageData(0, 0, size, size);
  const near = (value) => Math.min(255, Math.round(value / 17) * 17);
  return Array.from(
    { length: size * size },
    (_, i) => (near(data[4 * i]) << 16) | (near(data[4 * i + 1]) << 8) | near(data[4 * i + 2]),
  );
}

/** The picture in its most common colors, four pixels to a byte; each other color becomes the nearest of them. */
function png(size, colours) {
  // The large icon is shown scaled down, which smooths its edges again.
  const palette = commonest(colours, size > 256 ? 3 : 4);
  const width = size / 4 + 1;
  const index = new Map([...new Set(colours)].map((it) => [it, nearest(it, palette)]));
  const rows = Buffer.alloc(size * width);
  colours.forEach((it, i) => {
    const at = Math.floor(i / size) * width + 1 + Math.floor((i % size) / 4);
    rows[at] = (rows[at] << 2) | index.get(it);
  });
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0]);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap(channels))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function commonest(colours, most) {
  const counts = new Map();
  for (const it of colours) counts.set(it, (counts.get(it) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([it]) => it);
}

function nearest(colour, palette) {
  const distance = (other) =>
    channels(other).reduce((sum, it, idx) => sum + (it - channels(colour)[idx]) ** 2, 0);
  return palette.reduce((best, it, idx) => (distance(it) < distance(palette[best]) ? idx : best), 0);
}

/** Red, green and blue. */
function channels(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
