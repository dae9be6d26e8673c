/** The name a file is saved under: a name from a link must not turn it into a program or a web page. */
export function safeName(name: string): string {
  // Path separators, invisible characters, and characters that reverse the direction of the rest of a name.
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, "_").trim();
  if (plain === "" || /^\.*$/.test(plain)) return ".agent-response-phase8.json";
  return /\.(?:jsonc?|txt|md)$/i.test(plain) ? plain : `${plain}.json`;
}

/** The name that browsers use for it: they remove leading dots. */
export const downloadedName = (name: string): string => name.replace(/^\.+/, "");

/** The name of a response that was made of a file: a name of something else gives way, to that of the request's phase. */
export function responseName(name: string, request: string): string {
  if (/\.json$/i.test(name)) return name;
  const phase = /"phase"\s*:\s*(\d+(?:\.\d+)?)/.exec(request)?.[1];
  return phase === undefined ? "" : `.agent-response-phase${phase}.json`;
}
