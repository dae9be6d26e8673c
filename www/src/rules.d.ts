/** The pages of all rules, read from the package when the page is built. */
declare module "virtual:rules" {
  const rules: import("../build/brief.ts").BriefRules;
  export default rules;
}

/** The pages of the rules that only the checks of tool calls know. */
declare module "virtual:rules-of-tools" {
  const rules: import("../build/brief.ts").BriefRules;
  export default rules;
}

/** The wasm of the page, deflated, in base64. */
declare module "virtual:packed-wasm" {
  const packed: string;
  export default packed;
}

/** The icons of the page that the element contains. */
declare module "virtual:symbols" {
  const symbols: readonly { id: string; shapes: readonly [string, Record<string, string>][] }[];
  export default symbols;
}
