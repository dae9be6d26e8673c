export const WAYS: readonly string[];

export function serveWays(
  call: string,
  packaged: (path: string) => Buffer,
): Promise<{ url: string; close: () => void }>;
