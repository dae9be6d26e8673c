/**
 * The first script of the page. It requests the checker at once. For a link, it shows the findings before the editors
 * are loaded, which are fetched after the checker: on a slow connection, whoever follows a link wants the findings
 * first.
 */
import { toRows } from "./adapters/rows.ts";
import { decode, isLink, optionsOf } from "./adapters/share.ts";
import { arrived, IS_SINGLE, ready } from "./checker.ts";
import { element, make } from "./elements.ts";
import * as list from "./ui/list.ts";
import { tell } from "./ui/notice.ts";
import * as verdict from "./ui/verdict.ts";

const main = element("main", HTMLElement);

async function findingsOfLink(): Promise<void> {
  // After a reload, the kept state of the file takes precedence, and all parts are already loaded.
  const [way] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!isLink(location.hash) || way?.type !== "navigate") return;
  void arrived.then(fetchEditors);
  const [checker, shared] = await Promise.all([ready, decode(location.hash)]);
  if (shared === null) return;
  const report = checker.validate(shared.text, optionsOf(shared, new Date().toISOString()));
  // The findings cannot be used yet; `main.ts` takes over.
  main.inert = true;
  list.show(toRows(report));
  verdict.show(report, (id) => checker.formats().find((it) => it.id === id)?.title ?? id);
}

/** Fetches the editors without running them yet; without a link, `theme.js` does the same at once. */
function fetchEditors(): void {
  const { later } = document.querySelector<HTMLElement>("script[data-later]")?.dataset ?? {};
  for (const href of later?.split(" ") ?? [])
    document.head.append(make("link", { rel: "modulepreload", crossorigin: "", href }));
}

// What fails here fails again in the code below, which reports it. All of the page in one file is there at once.
if (!IS_SINGLE) await findingsOfLink().catch(() => undefined);
try {
  await import("./main.ts");
} catch (error) {
  tell("A part of the page could not be loaded: load it again");
  throw error;
}
