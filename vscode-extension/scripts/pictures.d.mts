export function withPictures(
  text: string,
  manifest: { version: string; repository?: { url: string; directory: string } },
): string;
