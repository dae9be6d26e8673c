/** What every entry point exports besides `init`. Those for editors export more. */

export {
  agentText,
  explain,
  fix,
  formats,
  locate,
  recover,
  repairPrompt,
  rules,
  unwrap,
  validate,
  wrap,
} from "./api.ts";
export { applyEdits, locateAll } from "./ide.ts";
export { checkPayload, validateWith } from "./payload.ts";
