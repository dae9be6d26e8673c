/** The pages of all rules, read from the package when the page is built. */
declare module "virtual:rules" {
  import type { Prose } from "../build/prose.ts";

  interface RulePage {
    severity: string;
    summary: string;
    page: Prose[];
  }
  const pages: Record<string, RulePage>;
  export default pages;
}
