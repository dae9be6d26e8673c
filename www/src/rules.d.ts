/** The pages of all rules as trees, read from the package when the page is built. */
declare module "virtual:rules" {
  import type { Prose } from "../build/prose.ts";

  const pages: Record<string, Prose[]>;
  export default pages;
}
