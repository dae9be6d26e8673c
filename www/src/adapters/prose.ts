/** Splits text in which `backticks` mark code. */
export function prose(text: string): { text: string; isCode: boolean }[] {
  const parts = text.split("`");
  // An odd number of backticks: the last one opens nothing.
  if (parts.length % 2 === 0) parts.push(`${parts.splice(-2, 1)[0]}\`${parts.pop()}`);
  return parts.map((part, idx) => ({ text: part, isCode: idx % 2 === 1 })).filter((it) => it.text !== "");
}
