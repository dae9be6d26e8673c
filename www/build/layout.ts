import type { Example } from "./examples.ts";
import { escaped, figure, render, sign, words } from "./html.ts";
import type { FormatPage, Library, RulePage } from "./pages.ts";
import type { Prose } from "./prose.ts";

/** The parts of a page that are its own. */
export interface Made {
  title: string;
  summary: string;
  main: string;
}

const FIXES: Record<RulePage["fix"], string> = {
  safe: "safe fix",
  suggestion: "suggested fix",
  none: "no fix",
};
const ABOUT_FIXES: Record<RulePage["fix"], string> = {
  safe: "safe: nothing is lost or guessed",
  suggestion: "suggested: check that it is what was meant",
  none: "none: only the writer knows what is right",
};
const SEVERITIES = ["error", "warning", "info", "hint"];

export function rulePage(library: Library, idx: number): Made {
  const rule = library.rules[idx];
  if (rule === undefined) throw new Error(`there is no rule ${idx}`);
  const { code, severity, summary, tree, examples, fix } = rule;
  const around = [library.rules[idx - 1], library.rules[idx + 1]];
  const main = `${crumbs("Rules", code)}
<article class="prose">
<h1 class="id">${code}</h1>
<p class="summary ${severity}"><span class="badge">${severity}</span> ${words(sentence(summary))}</p>
<dl class="facts">
<div><dt>Formats</dt><dd>${formatsOf(rule, library)}</dd></div>
<div><dt>Fix</dt><dd>${ABOUT_FIXES[fix]}</dd></div>
</dl>
${text(tree, examples, library, "rules", true)}
</article>
${turn(around.map((it) => (it === undefined ? null : { href: `./${it.code}.html`, title: it.code })))}`;
  return { title: code, summary: sentence(summary).replaceAll("`", ""), main };
}

export function formatPage(library: Library, idx: number): Made {
  const format = library.formats[idx];
  if (format === undefined) throw new Error(`there is no format ${idx}`);
  const { info, tree, examples, summary } = format;
  const own = library.rules.filter((it) => it.formats.includes(info.id));
  const around = [library.formats[idx - 1], library.formats[idx + 1]];
  const main = `${crumbs("Formats", info.title)}
<article class="prose">
<h1>${escaped(sentence(info.title))}</h1>
<dl class="facts">
<div><dt>Id</dt><dd><code>${info.id}</code></dd></div>
<div><dt>Version</dt><dd>${escaped(info.version)}</dd></div>
<div><dt>Files</dt><dd>${filesOf(format)}</dd></div>
</dl>
${text(tree, examples, library, "formats", false)}
<h2 id="rules">Rules</h2>
<p>${own.length} rules apply to this format: <a href="../rules/#format=${info.id}">search them</a>.</p>
<details class="own"><summary>All of them, the most severe first</summary>
<ul class="tight">${SEVERITIES.flatMap((severity) => own.filter((it) => it.severity === severity))
    .map(
      (it) =>
        `<li class="${it.severity}">${sign(it.severity)}<a class="code" href="../rules/${it.code}.html">${it.code}</a> ${words(it.summary)}</li>`,
    )
    .join("\n")}</ul>
</details>
</article>
${turn(around.map((it) => (it === undefined ? null : { href: `./${it.info.id}.html`, title: it.info.title })))}`;
  return { title: sentence(info.title), summary: summary.replaceAll("`", ""), main };
}

export function formatsIndex({ formats, rules }: Library): Made {
  const summary =
    "The formats that are checked: what they are for, who writes and who reads them, and their fields.";
  const items = formats.map((format) => {
    const n = rules.filter(({ formats }) => formats.includes(format.info.id)).length;
    return `<li><a href="./${format.info.id}.html">${escaped(sentence(format.info.title))}</a>
<p>${words(format.summary)}</p>
<p class="aside">version ${escaped(format.info.version)} · ${n} rules · ${filesOf(format)}</p></li>`;
  });
  const main = `<div class="index">
<h1>Formats</h1>
<p class="lead">${summary}</p>
<ul class="formats">
${items.join("\n")}
</ul>
</div>`;
  return { title: "Formats", summary, main };
}

export function ruleIndex(library: Library): Made {
  const { rules, formats } = library;
  const summary =
    "All mistakes that can be found in a file: what each rule checks, why it matters, and how to fix it.";
  const options = (name: string, title: string, all: readonly (readonly [string, string])[]): string =>
    `<fieldset class="choice"><legend>${title}</legend>${[["", "Any"], ...all]
      .map(
        ([value, label]) =>
          `<label><input type="radio" name="${name}" value="${value}"${value === "" ? " checked" : ""} /><span>${escaped(label ?? "")}</span></label>`,
      )
      .join("")}</fieldset>`;
  const used = SEVERITIES.filter((severity) => rules.some((it) => it.severity === severity));
  const titles: [string, string][] = formats.map(({ info }) => [info.id, sentence(info.title)]);
  const fixes: [string, string][] = [
    ["safe", "Safe"],
    ["suggestion", "Suggested"],
    ["none", "None"],
  ];
  const main = `<div class="index">
<h1>Rules</h1>
<p class="lead">${summary}</p>
<div class="filters scripted" id="filters" role="search" aria-label="Rules">
<label class="find"><span class="sr">Search the rules</span><input type="search" id="search" placeholder="An id, or words of a message" autocomplete="off" autocapitalize="off" spellcheck="false" aria-controls="rules-list" /></label>
${options("format", "Format", titles)}
${options(
  "severity",
  "Severity",
  used.map((it): [string, string] => [it, sentence(it)]),
)}
${options("fix", "Fix", fixes)}
</div>
<p class="count" id="rules-count" role="status">${rules.length} rules</p>
<ul class="rules" id="rules-list">
${rules.map((it) => row(it, library)).join("\n")}
</ul>
<p class="nothing" id="rules-none" hidden>No rules match. <button type="button" id="clear">Show all rules</button></p>
</div>`;
  return { title: "Rules", summary, main };
}

function row(rule: RulePage, library: Library): string {
  const { code, severity, summary, formats, fix } = rule;
  return `<li class="${severity}" data-severity="${severity}" data-fix="${fix}" data-formats="${formats.join(" ")}" data-words="${escaped(wordsOf(rule))}">${sign(severity)}<a class="code" href="./${code}.html">${code}</a><span class="about">${words(summary)}</span><span class="tags"><span class="tag">${brief(rule, library)}</span><span class="tag fix-${fix}">${FIXES[fix]}</span></span></li>`;
}

/** The words of the messages that are not shown in the row, each once. */
function wordsOf({ code, summary, messages }: Pick<RulePage, "code" | "summary" | "messages">): string {
  const shown = `${code} ${summary}`.toLowerCase();
  const all =
    messages
      .join(" ")
      .toLowerCase()
      .match(/[^\s`"“”()[\]{},:;]+/g) ?? [];
  return [...new Set(all)].filter((it) => it.length > 1 && !shown.includes(it)).join(" ");
}

function brief({ formats }: RulePage, library: Library): string {
  if (formats.length === 0) return "no format";
  if (isEverywhere(formats, library)) return "every format";
  if (formats.length > 2) return `${formats.length} formats`;
  return formats.map((id) => escaped(titleOf(id, library))).join(", ");
}

function formatsOf({ formats }: RulePage, library: Library): string {
  if (formats.length === 0) return "none in particular";
  if (isEverywhere(formats, library)) return "every format";
  return formats
    .map((id) => `<a href="../formats/${id}.html">${escaped(titleOf(id, library))}</a>`)
    .join(", ");
}

const isEverywhere = (ids: readonly string[], { formats }: Library): boolean =>
  formats.length > 1 && formats.every((it) => ids.includes(it.info.id));

const titleOf = (id: string, { formats }: Library): string =>
  formats.find((it) => it.info.id === id)?.info.title ?? id;

const filesOf = ({ info }: FormatPage): string =>
  info.files.length === 0
    ? "no name of its own"
    : info.files.map((it) => `<code>${escaped(it)}</code>`).join(", ");

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const crumbs = (section: string, here: string): string =>
  `<nav class="crumbs" aria-label="You are here"><a href="./">${section}</a> <span aria-hidden="true">/</span> <span aria-current="page">${escaped(here)}</span></nav>`;

function turn([before, after]: ({ href: string; title: string } | null | undefined)[]): string {
  const link = (to: typeof before, rel: string, word: string): string =>
    to
      ? `<a rel="${rel}" href="${to.href}"><span class="aside">${word}</span> ${escaped(to.title)}</a>`
      : "<span></span>";
  return `<nav class="turn" aria-label="Before and after">${link(before, "prev", "Before")}${link(after, "next", "Next")}</nav>`;
}

function text(
  tree: readonly Prose[],
  examples: readonly Example[],
  library: Library,
  folder: string,
  isRule: boolean,
): string {
  return render(tree, {
    resolve: (href) => {
      const [, to = folder, id = "", hash = ""] =
        /^(?:\.\/|\.\.\/(rules|formats)\/)?([a-z0-9-]+)\.md(#[a-z0-9-]+)?$/.exec(href) ?? [];
      const isThere =
        to === "rules"
          ? library.rules.some((it) => it.code === id)
          : library.formats.some((it) => it.info.id === id);
      if (!isThere) throw new Error(`a page in ${folder} links to ${href}, which is no page`);
      return `${to === folder ? "./" : `../${to}/`}${id}.html${hash}`;
    },
    example: (idx) => {
      const example = examples[idx];
      return example === undefined ? "" : figure(example, `example-${idx + 1}`, isRule);
    },
  });
}
