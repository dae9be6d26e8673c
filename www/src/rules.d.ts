/** The pages of all rules, read from the package when the page is built. */
declare module "virtual:rules" {
  const rules: import("../build/brief.ts").BriefRules;
  export default rules;
}
