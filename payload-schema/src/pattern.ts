/**
 * How long a regular expression can take. Engines of JavaScript backtrack, so `^(a+)+$` takes forever for some texts. The
 * ways in which an engine can get through a text are counted here without following each of them.
 */

export interface Pattern {
  /** How many states its automaton has. */
  size: number;
  /** At most so many steps, in the unit of `steps.ts`. */
  steps(text: string): number;
  matches(text: string): boolean;
}

type Node =
  | { kind: "atom"; source: string }
  | { kind: "assertion"; source: string }
  | { kind: "sequence"; items: Node[] }
  | { kind: "choice"; items: Node[] }
  | { kind: "loop"; item: Node; least: number; most: number };

/** A state of the automaton; without `atom`, it leads on without reading a character. */
interface State {
  atom?: (char: string) => boolean;
  /** The only place where it leads on: the start or the end of the text. */
  at?: "^" | "$";
  next: number[];
}

const TOKEN =
  /\(\?(?:<?[=!]|:|<[^>]*>)?|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(?:[pPu]\{[^}]*\}|u....|x..|c.|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;
const MOST_GROUPS = 64;
const MOST_STATES = 5000;
/** Steps of an engine, and of the count below, that take as long as one evaluation of a schema. */
const [PER_PATH, PER_STATE, PER_SKIPPED] = [32, 8, 256];
/** More than any limit. */
const ENOUGH = 2_000_000;

/** Throws an error whose message says what is expected. */
export function compile(source: string): Pattern {
  let engine: RegExp;
  try {
    engine = new RegExp(source, "u");
  } catch {
    throw new Error("expected a regular expression");
  }
  const states = automaton(parse(source));
  const order = sorted(states);
  return {
    size: states.length,
    matches: (text) => engine.test(text),
    steps: (text) => {
      const chars = [...text];
      const first = count(states, order, chars, false);
      return first.isMatch ? first.steps : first.steps + count(states, order, chars, true).steps;
    },
  };
}

/** The source is a regular expression with the flag `u`. */
function parse(source: string): Node {
  const open: Node[][][] = [[[]]];
  for (const [token] of source.matchAll(TOKEN)) {
    const options = open.at(-1) ?? [];
    const items = options.at(-1) ?? [];
    if (/^(?:\\k<|\\[1-9]|\(\?(?:<?[=!])?$)/.test(token))
      throw new Error("expected a regular expression without backreferences, lookaround and modifiers");
    if (token.startsWith("(")) {
      if (open.length > MOST_GROUPS) throw new Error("expected a shorter regular expression");
      open.push([[]]);
    } else if (token === ")") {
      open.pop();
      open.at(-1)?.at(-1)?.push(choice(options));
    } else if (token === "|") options.push([]);
    else if (/^(?:[*+?]|\{\d)/.test(token)) {
      const item = items.pop();
      if (item) items.push({ kind: "loop", item, ...times(token) });
    } else items.push({ kind: /^(?:[$^]|\\[bB])$/.test(token) ? "assertion" : "atom", source: token });
  }
  return choice(open[0] ?? []);
}

const choice = (options: Node[][]): Node => ({
  kind: "choice",
  items: options.map((items) => ({ kind: "sequence", items })),
});

function times(token: string): { least: number; most: number } {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)/.exec(token) ?? [];
  if (least !== undefined)
    return {
      least: Number(least),
      most: comma === "" ? Number(least) : Number(most || Number.POSITIVE_INFINITY),
    };
  return { least: token.startsWith("+") ? 1 : 0, most: token.startsWith("?") ? 1 : Number.POSITIVE_INFINITY };
}

/** The last state is the first one to be entered, the first one is the end. */
function automaton(root: Node): State[] {
  const states: State[] = [];
  const add = (state: State): number => {
    if (states.length === MOST_STATES) throw new Error("expected a shorter regular expression");
    return states.push(state) - 1;
  };
  function enter(node: Node, next: number): number {
    if (node.kind === "atom") return add({ atom: tester(node.source), next: [next] });
    if (node.kind === "assertion") {
      const { source } = node;
      return add(source === "^" || source === "$" ? { at: source, next: [next] } : { next: [next] });
    }
    if (node.kind === "sequence") return node.items.reduceRight((to, it) => enter(it, to), next);
    if (node.kind === "choice") return add({ next: node.items.map((it) => enter(it, next)) });
    let from = next;
    if (node.most === Number.POSITIVE_INFINITY) {
      const again: State = { next: [next] };
      from = add(again);
      again.next.push(enter(node.item, from));
    } else for (let n = node.least; n < node.most; n++) from = add({ next: [next, enter(node.item, from)] });
    for (let n = 0; n < node.least; n++) from = enter(node.item, from);
    return from;
  }
  add({ next: [enter(root, add({ next: [] }))] });
  return states;
}

function tester(source: string): State["atom"] & {} {
  if (/^[^\\.[]$/u.test(source)) return (char) => char === source;
  const engine = new RegExp(`^${source}$`, "u");
  return (char) => engine.test(char);
}

/** The states, each before those to which it leads without reading a character. */
function sorted(states: readonly State[]): number[] {
  const out: number[] = [];
  const seen = new Map<number, "open" | "done">();
  function visit(idx: number): void {
    if (seen.get(idx) === "open")
      throw new Error("expected a regular expression that does not repeat what can be empty");
    if (seen.has(idx)) return;
    seen.set(idx, "open");
    const { atom, next } = states[idx] as State;
    if (!atom) for (const it of next) visit(it);
    seen.set(idx, "done");
    out.push(idx);
  }
  for (const idx of states.keys()) visit(idx);
  return out.reverse();
}

/** Counts the ways through a text, from its start or from everywhere. */
function count(
  states: readonly State[],
  order: readonly number[],
  chars: readonly string[],
  everywhere: boolean,
): { steps: number; isMatch: boolean } {
  let ways = new Float64Array(states.length);
  let [sum, visited, isMatch] = [0, 0, false];
  for (let at = 0; at <= chars.length; at++) {
    if (at === 0 || everywhere) ways[states.length - 1] = (ways.at(-1) ?? 0) + 1;
    const after = new Float64Array(states.length);
    const before = sum;
    for (const idx of order) {
      const n = ways[idx] ?? 0;
      if (n === 0) continue;
      sum += n;
      visited++;
      if (idx === 0) isMatch = true;
      const state = states[idx] as State;
      if ((state.at === "^" && at > 0) || (state.at === "$" && at < chars.length)) continue;
      if (state.atom && !state.atom(chars[at] ?? "")) continue;
      const to = state.atom ? after : ways;
      for (const it of state.next) to[it] = (to[it] ?? 0) + n;
    }
    if (sum === before && !everywhere) return { steps: steps(at), isMatch };
    ways = after;
    if (steps(at) > ENOUGH) break;
  }
  return { steps: steps(chars.length), isMatch };

  function steps(at: number): number {
    return Math.ceil(sum / PER_PATH + visited / PER_STATE + ((at + 1) * states.length) / PER_SKIPPED);
  }
}
