/** The name a file is saved under: one that a link carries must not make a program or a page of it. */
export function safeName(name: string): string {
  // What folders are made of, what cannot be seen, and what turns the rest of a name around.
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, "_").trim();
  if (plain === "" || /^\.*$/.test(plain)) return ".agent-response.json";
  return /\.(?:jsonc?|txt|md)$/i.test(plain) ? plain : `${plain}.json`;
}

/** The name that browsers make of it: they take leading dots away. */
export const downloadedName = (name: string): string => name.replace(/^\.+/, "");
