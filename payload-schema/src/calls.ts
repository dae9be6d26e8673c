/**
 * Calls of functions in a worker that is ended when it is late: nothing else stops a function that runs. Knows nothing of
 * schemas, nor of how a host starts a worker.
 */

/** What a host sends: a call, or the answer to what the called function asked. */
export type Sent = { name: string; given: unknown[] } | Outcome;
/** What a worker sends: what the function returned, or asks. */
export type Heard = Outcome | { asked: string };
type Outcome = { value: unknown } | { fault: string };

/** A function in a worker. It gets what was given to the call; `ask` asks the caller. */
export type Served = (given: unknown[], ask: Answer) => unknown;
type Answer = (what: string) => Promise<unknown>;

/** The side of the worker: the result handles what the host sends. */
export function serve(
  functions: Readonly<Record<string, Served>>,
  send: (it: Heard) => void,
): (it: Sent) => void {
  let answered: (it: Outcome) => void = () => undefined;
  const ask: Answer = (what) =>
    new Promise((done, failed) => {
      answered = (it) => ("fault" in it ? failed(new Error(it.fault)) : done(it.value));
      send({ asked: what });
    });
  return (it) => {
    if (!("name" in it)) answered(it);
    else void outcome(async () => functions[it.name]?.(it.given, ask)).then(send);
  };
}

const outcome = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    (value) => ({ value }),
    (error) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );

/** A worker that has been started. */
export interface Running {
  post(it: Sent): void;
  end(): void;
}

/** Starts a worker. `heard` gets what it sends; `crashed` is called if it cannot go on. */
export type Start = (
  heard: (it: Heard) => void,
  crashed: (why: string) => void,
) => Running | Promise<Running>;

export interface Calls {
  /**
   * Calls a function of the worker, after the calls before; `answer` answers what it asks. Rejects with the end of a sentence
   * that says what is wrong.
   */
  call(name: string, given: unknown[], answer?: Answer): Promise<unknown>;
  /** Ends the worker; the next call starts another one. */
  end(): void;
}

/** How long a function may run, in seconds: on a slow machine, what `steps.ts` allows takes less. */
const PATIENCE = 10;

/** `patience` is in seconds. */
export function createCalls(start: Start, patience = PATIENCE): Calls {
  let running: Promise<Running> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** Takes what belongs to the current call. */
  let heard: (it: Heard) => void = () => undefined;

  function end(why = "was stopped"): void {
    void running?.then(
      (it) => it.end(),
      () => undefined,
    );
    running = undefined;
    heard({ fault: why });
  }

  function begun(): Promise<Running> {
    const own: Promise<Running> = (async () =>
      start(
        (it) => own === running && heard(it),
        (why) => own === running && end(`cannot be used: ${why}`),
      ))();
    own.catch(() => own === running && end());
    return own;
  }

  async function run(name: string, given: unknown[], answer: Answer): Promise<unknown> {
    running ??= begun();
    const worker = await running;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    return new Promise((done, failed) => {
      const post = (it: Sent): void => {
        // The worker has ended while the host looked for an answer.
        if (isOver) return;
        timer = setTimeout(() => end(`takes longer than ${patience} seconds`), patience * 1000);
        worker.post(it);
      };
      heard = (it) => {
        clearTimeout(timer);
        if ("asked" in it) return void outcome(() => answer(it.asked)).then(post);
        heard = () => undefined;
        isOver = true;
        if ("fault" in it) failed(new Error(it.fault));
        else done(it.value);
      };
      post({ name, given });
    });
  }

  return {
    call(name, given, answer = async () => "") {
      const result = last.then(() => run(name, given, answer));
      last = result.catch(() => undefined);
      return result;
    },
    end,
  };
}
