import { createHash } from "node:crypto";

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1b1d22,#e6e7ea);--muted:light-dark(#5a5f69,#a3a8b3);--accent:light-dark(#2458c5,#8ab4ff)}
body{max-width:36em;margin:14vh auto 0;padding:0 20px;background:light-dark(#f6f6f4,#131417);color:var(--ink);font:16px/1.5 ui-sans-serif,system-ui,sans-serif}
h1{margin:0 0 8px;font-size:26px}
p{margin:0 0 22px;color:var(--muted)}
ul{display:flex;flex-wrap:wrap;gap:6px 22px;margin:0;padding:0;list-style:none}
a{display:inline-block;padding:4px 0;color:var(--accent);text-underline-offset:3px}`;

// A host shows this page at any depth, so the links begin at what is before the folders of the site.
const SCRIPT = `const here=location.pathname,[root]=/^.*?\\/(?=(?:rules|formats|assets)\\/)/.exec(here)??/^.*\\//.exec(here)??["/"];
for(const it of document.links)it.href=root+it.getAttribute("href").slice(2)`;

const source = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page that hosts such as GitHub Pages show for addresses that lead nowhere. It needs no other file. */
export const notFound = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source(SCRIPT)}; style-src ${source(STYLE)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<title>No such page · agent-response</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>There is no page here</h1>
<p>The address may have a typing mistake, or the page has another name now. A file that you were checking is not lost: the page still has it.</p>
<ul>
<li><a href="./">Check a file</a></li>
<li><a href="./rules/">All rules</a></li>
<li><a href="./formats/">All formats</a></li>
</ul>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
