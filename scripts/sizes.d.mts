/** What is measured. */
export type Name =
  | "wasm"
  | "editor"
  | "tools"
  | "entry"
  | "script"
  | "glue"
  | "tarball"
  | "extension"
  | "page"
  | "rulePage"
  | "firstFinding";
/** How large the downloads may be, in bytes, and how long the first finding may take; `unit` is what else is counted. */
export const sizes: Record<Name, { budget: number; today?: number; unit?: string }>;
/** Whether a size is within its limit, and the sentence that says so. */
export function judge(name: Name, size: number): { kept: boolean; text: string };
