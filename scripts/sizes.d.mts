/** What is weighed or timed. */
export type Name =
  | "wasm"
  | "entry"
  | "script"
  | "glue"
  | "tarball"
  | "extension"
  | "page"
  | "rulePage"
  | "firstFinding";
/** What the things that are downloaded may weigh, in bytes. */
export const sizes: Record<Name, { budget: number; today?: number; unit?: string }>;
/** Whether a size is as it may be, and the sentence that says so. */
export function judge(name: Name, size: number): { kept: boolean; text: string };
