import type { Prose } from "../../build/prose.ts";

/** How many examples the tree of a page contains. */
export function countExamples(tree: Prose): number {
  if (typeof tree === "string") return 0;
  return tree[0] === "example" ? 1 : tree.reduce((sum, it) => sum + countExamples(it), 0);
}
