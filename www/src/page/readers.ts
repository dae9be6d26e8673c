/** What the programs that read the file do with it: today's in a line above the findings, which opens to the others. */
import { sentence } from "../adapters/readings.ts";
import { stringOf } from "../editor/text.ts";
import { element, icon, make } from "../elements.ts";
import { afterwards } from "../idle.ts";
import { readAs } from "../ui/verdict.ts";
import { file, session } from "./file.ts";

let stop = (): void => undefined;
let drawn = "";

/** Says it once the findings are on the screen; until then, the line keeps its place and what it said. */
export function showSoon(): void {
  stop();
  if (session.report?.format.id === "agent-response") element("readers", HTMLDetailsElement).hidden = false;
  stop = afterwards(draw);
}

function draw(): void {
  const { asked, checker, host, report } = session;
  const source = report === undefined ? null : host.source(stringOf(file.state.doc));
  const readings = source === null ? [] : (checker?.readers(source, asked) ?? []);
  const [first] = readings;
  readAs(first);
  const found = readings.map(sentence);
  const box = element("readers", HTMLDetailsElement);
  box.hidden = found.length === 0;
  const now = JSON.stringify(found);
  if (now === drawn) return;
  drawn = now;
  const lines = found.map(({ look, start, raised }) => {
    const said = raised === "" ? [start] : [`${start} `, make("code", {}, raised)];
    return { look, parts: [icon(look), make("span", {}, ...said)] };
  });
  const [today, ...others] = lines;
  box.className = today?.look ?? "";
  box.replaceChildren(
    make("summary", {}, ...(today?.parts ?? []), icon("down")),
    make("ul", {}, ...others.map(({ look, parts }) => make("li", { class: look }, ...parts))),
  );
}
