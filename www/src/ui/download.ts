/** Saves text or bytes under a name, in the downloads folder. */
export function download(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = "application/json",
): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
