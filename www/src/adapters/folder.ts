import type { Opened } from "./files.ts";

/** One of several files, with the request that it answers. */
export interface Paired {
  file: Opened;
  request: Opened | undefined;
}

/** The names of response and request files, and names that are nearly right. */
const NAMED = /(?:^|[./])agent[-_. ]?(?:request|response)[^/]*\.json[c5]?$/i;
export const isNamed = (path: string): boolean => NAMED.test(path);

const REQUEST = /agent([-_. ]?)request/i;

/**
 * Files with their requests: a request has the name of its response, with `request` in place of `response`. One with faults
 * is also a file of its own, which is checked.
 */
export function pairs(all: readonly Opened[], isFaulty: (request: Opened) => boolean): Paired[] {
  const requests = new Map(
    all.flatMap((it) => (REQUEST.test(baseOf(it.name)) ? [[it.name.toLowerCase(), it]] : [])),
  );
  const used = new Set<Opened>();
  const responses = all.flatMap((file): Paired[] => {
    if (requests.get(file.name.toLowerCase()) === file) return [];
    const request = requests.get(
      file.name.replace(/(agent[-_. ]?)response(?!.*\/)/is, "$1request").toLowerCase(),
    );
    if (request !== undefined && !isFaulty(request)) used.add(request);
    return [{ file, request }];
  });
  const alone = [...requests.values()]
    .filter((it) => !used.has(it))
    .map((file) => ({ file, request: undefined }));
  return [...responses, ...alone].sort((a, b) => (a.file.name < b.file.name ? -1 : 1));
}

/** The name without the folder. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The length of the folder path that all paths begin with, which does not distinguish them. */
export function commonFolder(paths: readonly string[]): number {
  const [first = "", ...rest] = paths;
  let end = first.lastIndexOf("/") + 1;
  while (end > 0 && !rest.every((it) => it.startsWith(first.slice(0, end))))
    end = first.lastIndexOf("/", end - 2) + 1;
  return end;
}

/** The result of checking several files, in words. */
export function summary(counts: readonly ({ errors: number; warnings: number } | null)[]): string {
  const n = counts.length;
  const done = counts.filter((it) => it !== null);
  if (done.length < n) return `${several("file", n)}, ${done.length} checked`;
  const errors = done.filter((it) => it.errors > 0).length;
  const warnings = done.filter((it) => it.errors === 0 && it.warnings > 0).length;
  return summed("file", n, errors, warnings);
}

const several = (what: string, n: number): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** How many of so many things have errors, and how many only warnings. */
export function summed(what: string, n: number, errors: number, warnings: number): string {
  const files = several(what, n);
  if (errors + warnings === 0) return `${files}, all valid`;
  const parts = [
    errors > 0 ? `${errors} with errors` : "",
    warnings > 0 ? `${warnings} with warnings only` : "",
  ];
  return `${files}: ${parts.filter((it) => it !== "").join(", ")}`;
}
