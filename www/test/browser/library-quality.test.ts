import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { formats, rules } from "agent-response/tools";
import type { BrowserContextOptions, Page } from "playwright-core";
import { judge } from "../../../scripts/sizes.mjs";
import { closure, list, NOT_FOUND, ownFiles, SINGLE } from "../../build/files.ts";
import { faults, fitsIn } from "../axe.ts";
import { site } from "../site.ts";
import { DIST, idle, open, PICTURE, read, SHOTS } from "../support.ts";

const KB = 1024;
const PAGES = list(DIST).filter((it) => /^(?:rules|formats)\/.*\.html$/.test(it));
const html = (path: string): string => readFileSync(join(DIST, path), "utf8");

async function live(page: Page): Promise<void> {
  await page.locator("figure.example:has(.finds li) .try").first().click();
  await page.locator(".live .finding").first().waitFor();
}

interface State {
  path: string;
  reach?: (page: Page) => Promise<unknown>;
  /** what it shows that no other state shows: the contrast of colors is checked there */
  part: string;
}

const STATES: Record<string, State> = {
  "index of rules": { path: "rules/", part: "body" },
  "index of rules, filtered": {
    path: "rules/#q=payload&severity=error&fix=safe",
    part: "#filters",
  },
  "index of rules, nothing found": { path: "rules/#q=nothing+of+that+kind", part: "#rules-none" },
  "index of formats": { path: "formats/", part: "main" },
  "a rule": { path: "rules/missing-comma.html", part: "main" },
  "a rule, focus on a button": {
    path: "rules/wrong-type.html",
    reach: (page) => page.locator(".try").first().focus(),
    part: ".example",
  },
  "a rule, live": { path: "rules/wrong-type.html", reach: live, part: ".live" },
  "a rule, live, with a tooltip": {
    path: "rules/misnamed-field.html",
    reach: async (page) => {
      await live(page);
      await page.locator(".live .cm-finding").first().hover();
      await page.locator(".cards .card:not(.about)").waitFor();
    },
    part: ".live",
  },
  "a rule, files beside it": {
    path: "rules/pair-id.html",
    reach: (page) => page.locator(".beside summary").first().click(),
    part: ".beside",
  },
  "a format": {
    path: "formats/delegator.html",
    reach: (page) => page.locator(".own summary").click(),
    part: "main",
  },
  "a format, live": { path: "formats/enhancement.html", reach: live, part: ".live" },
};

interface Screen extends BrowserContextOptions {
  /** what it has that no other screen has, so that axe looks at it here */
  own?: readonly ("elements" | "colors")[];
}

const SCREENS: Record<string, Screen> = {
  light: { colorScheme: "light", own: ["elements", "colors"] },
  dark: { colorScheme: "dark", own: ["colors"] },
  narrow: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    own: ["elements"],
  },
  "narrow dark": { viewport: { width: 320, height: 700 }, colorScheme: "dark" },
};

for (const [screen, { own = [], ...options }] of Object.entries(SCREENS))
  test(`no state of the library has a fault: ${screen}`, async (t) => {
    const { page, context, complaints } = await open(
      site.browser,
      `${site.url}rules/`,
      { ...options, reducedMotion: "reduce" },
      read,
    );
    try {
      for (const [state, { path, reach, part }] of Object.entries(STATES))
        await t.test(state, async () => {
          await page.goto(`${site.url}${path}`);
          await reach?.(page);
          await idle(page);
          const name = `library-${screen}-${state}.jpg`.replaceAll(/,? /g, "-");
          await page.screenshot({
            ...PICTURE,
            path: join(SHOTS, name),
            fullPage: !/^index|tooltip/.test(state),
          });
          assert.ok(await fitsIn(page), "nothing is wider than the window");
          assert.deepEqual(complaints.splice(0), []);
          assert.ok(await page.locator(part).first().isVisible(), part);
          assert.deepEqual(
            await faults(page, {
              elements: own.includes("elements"),
              colors: own.includes("colors") ? part : null,
            }),
            [],
          );
        });
    } finally {
      await context.close();
    }
  });

test("no page of the library has a fault, a complaint, or is wider than a phone", async () => {
  const { page, context, complaints } = await open(
    site.browser,
    `${site.url}rules/`,
    { viewport: { width: 360, height: 740 }, serviceWorkers: "block" },
    read,
  );
  try {
    const seen = new Set<string>();
    let looked = 0;
    for (const path of PAGES) {
      await page.goto(`${site.url}${path}`);
      assert.ok(await fitsIn(page), `${path} is wider than the window`);
      // axe looks at a page if two elements follow each other there as on no page before, colored text aside.
      const kinds = [
        ...html(path).matchAll(/<(?!span class="json|span class="cm)[a-z]\w*(?: class="[^"]*")?/g),
      ];
      const pairs = kinds.map(([it], index) => `${kinds[index - 1]?.[0]} ${it}`);
      if (pairs.every((it) => seen.has(it))) continue;
      for (const it of pairs) seen.add(it);
      looked += 1;
      assert.deepEqual(await faults(page, { elements: true, colors: null }), [], path);
    }
    console.log(`axe has seen ${looked} of ${PAGES.length} pages`);
    assert.deepEqual(
      complaints.filter((it) => !it.includes("Service Worker")),
      [],
    );
  } finally {
    await context.close();
  }
});

test("there is a page for every rule and every format, and the indexes list all of them", () => {
  const names = [
    ...rules().map((it) => `rules/${it.code}.html`),
    ...formats().map((it) => `formats/${it.id}.html`),
  ];
  assert.deepEqual([...PAGES].sort(), [...names, "rules/index.html", "formats/index.html"].sort());
  for (const folder of ["rules", "formats"]) {
    const index = html(`${folder}/index.html`);
    for (const it of names.filter((it) => it.startsWith(`${folder}/`)))
      assert.ok(index.includes(`href="./${it.slice(folder.length + 1)}"`), it);
  }
});

test("every address in every page is relative, and leads to something that is there", () => {
  const files = new Set(list(DIST));
  const ids = new Map<string, Set<string>>();
  const idsOf = (path: string): Set<string> => {
    const known =
      ids.get(path) ?? new Set([...html(path).matchAll(/\bid="([^"]*)"/g)].map((it) => it[1] ?? ""));
    ids.set(path, known);
    return known;
  };
  let n = 0;
  for (const path of [...PAGES, "index.html"]) {
    for (const [, address = ""] of html(path).matchAll(/\b(?:src|href)="([^"]*)"/g)) {
      n += 1;
      const [to = "", hash] = address.split("#");
      assert.match(to, /^(?:$|\.\.?\/)/, `${path}: ${address}`);
      const target = to === "" ? path : normalize(join(dirname(path), to)).replace(/^\.?\/$|^\.$/, "");
      const file = target === "" || target.endsWith("/") ? `${target}index.html` : target;
      assert.ok(files.has(file), `${path}: ${address}`);
      // The rule index reads the search from the hash.
      if (hash !== undefined && hash !== "" && !hash.includes("="))
        assert.ok(idsOf(file).has(hash), `${path}: ${address}`);
    }
  }
  assert.ok(n > 1000, `only ${n} addresses`);
});

test("a policy lets in files of the site, and of the page in one file what it has the hashes of", () => {
  for (const path of ["index.html", ...PAGES, SINGLE, NOT_FOUND]) {
    const isAlone = path === SINGLE || path === NOT_FOUND;
    const text = html(path);
    const inline = [...text.matchAll(/<(script|style)(?![^>]* src=)[^>]*>([\s\S]*?)<\/\1>/g)];
    const allowed = (tag: string): string => {
      const hashes = inline.map(([, name, it = ""]) =>
        name === tag ? `'sha256-${createHash("sha256").update(it).digest("base64")}' ` : "",
      );
      return isAlone ? hashes.join("").trim() : "'self'";
    };
    assert.equal(inline.length, path === SINGLE ? 3 : isAlone ? 2 : 0, path);
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
    const start = `default-src 'none'; script-src ${allowed("script")}${path === NOT_FOUND ? "" : " 'wasm-unsafe-eval'"}; style-src ${allowed("style")}; `;
    assert.equal(policy.slice(0, start.length), start, path);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|nonce-|https?:/, path);
    if (!isAlone) assert.doesNotMatch(text, / style="| on[a-z]+="/, path);
  }
});

test("every page of the library has a title, a description, one heading, and no id twice", () => {
  const titles = new Set<string>();
  for (const path of PAGES) {
    const text = html(path);
    assert.equal([...text.matchAll(/<h1[ >]/g)].length, 1, path);
    assert.match(text, /<meta name="description" content="[^"]{8,}"/, path);
    titles.add(/<title>(.*)<\/title>/.exec(text)?.[1] ?? "");
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map((it) => it[1]);
    assert.equal(new Set(ids).size, ids.length, path);
  }
  assert.equal(titles.size, PAGES.length);
});

test("a page of the library is small", () => {
  const gzip = (path: string): number => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length;
  const own = ownFiles(DIST);
  const sizes = PAGES.map((path) => {
    const more = [...closure(DIST, [path])].filter((it) => !own.has(it));
    return { path, size: more.reduce((sum, it) => sum + gzip(it), 0), first: gzip(path) };
  }).sort((a, b) => b.size - a.size);
  const [largest] = sizes;
  assert.ok(largest);
  console.log(
    `library: ${sizes.length} pages, ${(sizes.reduce((sum, it) => sum + it.first, 0) / KB).toFixed(0)} KB gzip; ` +
      `the largest, ${largest.path}, ${(largest.size / KB).toFixed(1)} KB with its own scripts and styles`,
  );
  const { kept, text } = judge("rulePage", largest.size);
  assert.ok(kept, text);
  // Their Markdown is parsed at build time; in the browser, only the preview of a section on the main page parses any.
  const readers = list(DIST).filter(
    (it) => it.endsWith(".js") && /emStrongLDelim|blockSkip/.test(readFileSync(join(DIST, it), "utf8")),
  );
  assert.ok(readers.every((it) => it.startsWith("assets/prose-")) && readers.length <= 1, readers.join());
  for (const path of PAGES)
    assert.ok(
      readers.every((it) => !closure(DIST, [path]).has(it)),
      path,
    );
});
