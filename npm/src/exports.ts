/** What every entry point exports besides `init`. */

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
export {
  applyEdits,
  complete,
  definition,
  document,
  documents,
  edit,
  folding,
  format,
  hover,
  locateAll,
  selectionRanges,
  symbols,
  toFile,
  toInner,
  tokens,
  tokenTypes,
} from "./ide.ts";
export { checkPayload, validateWith } from "./payload.ts";
