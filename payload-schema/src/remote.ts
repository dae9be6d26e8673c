/**
 * Schemas in a worker. The functions of the package do not wait for one: what they ask is answered later, and then they are
 * called again.
 */

import type { Calls } from "./calls.js";
import type { Known, PayloadSchema, Violation } from "./index.js";

/** A schema in a worker; if that was ended, the schema is read again in the next one. */
export interface RemoteSchema {
  readonly id: number;
  violations(payload: string): Promise<Violation[]>;
  known(pointer: string): Promise<Known>;
  /** The worker need not know it any longer. */
  forget(): void;
}

let lastId = 0;

/** The same as `readSchema`, in a worker. `failed` is called if the schema turns out to be one that cannot be used. */
export async function readRemote(
  { call }: Calls,
  text: string,
  address: string,
  read: (address: string) => Promise<string>,
  failed: (why: string) => void,
): Promise<RemoteSchema> {
  const id = ++lastId;
  const texts = new Map<string, string>();
  const remembered = async (it: string): Promise<string> => {
    const known = texts.get(it) ?? (await read(it));
    texts.set(it, known);
    return known;
  };
  const begin = (): Promise<unknown> => call("read", [id, text, address], remembered);
  let fault: Error | undefined;
  async function ask<T>(name: string, question: string): Promise<T> {
    try {
      if (fault) throw fault;
      let found = await call(name, [id, question]);
      if (found === undefined) {
        await begin();
        found = await call(name, [id, question]);
      }
      return found as T;
    } catch (error) {
      if (fault === undefined) {
        fault = error as Error;
        failed(fault.message);
      }
      throw error;
    }
  }
  await begin();
  return {
    id,
    violations: (payload) => ask("violations", payload),
    known: (pointer) => ask("known", pointer),
    forget() {
      // After a fault, the worker is another one.
      if (fault === undefined) void call("forget", [id]).catch(() => undefined);
    },
  };
}

/** A schema as the functions of the package take it, for one file. */
export interface View extends PayloadSchema {
  /** Resolves once what was asked is answered, and asking again is worthwhile; undefined if there is nothing to wait for. */
  settled(): Promise<void> | undefined;
}

export function viewOf(remote: RemoteSchema): View {
  const judged = createAnswers<Violation[]>(remote.violations, []);
  const described = createAnswers<Known>(remote.known, { members: [], values: [] });
  return {
    violations: judged.get,
    known: described.get,
    settled() {
      const all = [judged.settled(), described.settled()].filter((it) => it !== undefined);
      return all.length === 0 ? undefined : Promise.all(all).then(() => undefined);
    },
  };
}

/**
 * Answers to questions, each of which is asked once as long as it is repeated. What is asked in one go replaces what was
 * asked before and has no answer yet: the text has changed since. Until there is an answer, the last one counts if there
 * was only one.
 */
function createAnswers<T>(ask: (question: string) => Promise<T>, none: T) {
  /** Since everything was answered, and between that and the time before. */
  let [now, before] = [new Map<string, T>(), new Map<string, T>()];
  const wanted = new Set<string>();
  /** The questions of the current go; undefined between two. */
  let go: Set<string> | undefined;
  let wasAlone = false;
  let last = none;
  let asking: Promise<void> | undefined;

  async function askAll(): Promise<void> {
    // After the current go, when all that it wants is known.
    await undefined;
    for (const it of wanted) {
      const answer = await ask(it).catch(() => none);
      now.set(it, answer);
      wanted.delete(it);
    }
    [now, before] = [new Map(), now];
    asking = undefined;
  }

  return {
    get(question: string): T {
      if (go === undefined) {
        go = new Set();
        wanted.clear();
        queueMicrotask(() => {
          wasAlone = go?.size === 1;
          go = undefined;
        });
      }
      go.add(question);
      const answer = now.get(question) ?? before.get(question);
      if (answer === undefined) {
        wanted.add(question);
        asking ??= askAll();
        return wasAlone && go.size === 1 ? last : none;
      }
      now.set(question, answer);
      last = answer;
      return answer;
    },
    settled: () => asking,
  };
}
