/** What every entry point of the package exports besides `init`. Those for editors export more. */

export { agentText, recover, repairPrompt } from "./api.ts";
export * from "./common.ts";
