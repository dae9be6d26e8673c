/**
 * What the names of files say.
 * Knows nothing of VS Code.
 */

const RESERVED = /^\.agent-(?:request|response).*\.json$/;

/** The pattern of the files that are checked without being asked for. */
export const RESERVED_GLOB = ".agent-{request,response}*.json";

/** True for the files of the agent bridge, which need no setting. */
export const isReserved = (name: string): boolean => RESERVED.test(name);

/** The name of the other half of a pair: the response for a request, the request for a response. */
export const partnerName = (name: string): string =>
  name.startsWith(".agent-request")
    ? name.replace(".agent-request", ".agent-response")
    : name.replace(".agent-response", ".agent-request");

/** The request that belongs to a file: the one its name tells, or the only one there. */
export function pairedRequest(name: string, siblings: Record<string, string>): string | undefined {
  const expected = partnerName(name);
  if (expected.startsWith(".agent-request") && expected in siblings) return siblings[expected];
  const requests = Object.keys(siblings).filter((it) => isReserved(it) && it.startsWith(".agent-request"));
  const [only] = requests;
  return requests.length === 1 && only !== undefined ? siblings[only] : undefined;
}

/** A pattern without a folder means files of that name in any folder. */
export const anywhere = (glob: string): string => (glob.includes("/") ? glob : `**/${glob}`);
