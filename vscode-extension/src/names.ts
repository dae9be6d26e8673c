/**
 * What the names of files say.
 * Knows nothing of VS Code.
 */

/** Also with a prefix, as in `review.agent-response.json`: several responses in one folder. */
const EXACT = /\.agent-(?:request|response).*\.json$/;

/** What a person or a model writes instead. `src/names.rs` of the core says which name was meant. */
const NEAR = /(?:^|\.)agent[-_. ]?(?:request|response)(?:[-_. ]?phase[-_. ]?\d+)?\.json[c5]?$/i;

const anyCase = (word: string): string => word.replace(/[a-z]/g, (it) => `[${it}${it.toUpperCase()}]`);

/** A pattern that all names of our files match, and few others: `isReserved` decides. */
export const RESERVED_GLOB = `*${anyCase("agent")}*{${anyCase("request")},${anyCase("response")}}*.${anyCase("json")}*`;

/** True for the files of the agent bridge, and for names that may be meant to be one of theirs: they need no setting. */
export const isReserved = (name: string): boolean => EXACT.test(name) || NEAR.test(name);

/** True for a name that counts only if the content matches, too: it may belong to another program. */
export const isNearMiss = (name: string): boolean => !EXACT.test(name) && NEAR.test(name);

/** True for the names that readers look for, whatever comes before them. Only these are paired. */
export const isPairable = (name: string): boolean => EXACT.test(name);

export const isRequest = (name: string): boolean => isPairable(name) && name.includes(".agent-request");

/** The name of the other half of a pair: the response for a request, the request for a response. */
export const partnerName = (name: string): string =>
  isRequest(name)
    ? name.replace(".agent-request", ".agent-response")
    : name.replace(".agent-response", ".agent-request");

/** The name of the request that belongs to a file: the one its name says, or the only one there. */
export function pairedRequest(name: string, siblings: Record<string, string>): string | undefined {
  const expected = partnerName(name);
  if (isRequest(expected) && expected in siblings) return expected;
  const requests = Object.keys(siblings).filter(isRequest);
  return requests.length === 1 ? requests[0] : undefined;
}

/** A pattern without a folder means files of that name in any folder. */
export const anywhere = (glob: string): string => (glob.includes("/") ? glob : `**/${glob}`);
