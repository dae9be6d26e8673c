/** Indents the file, and the payload in its string. */
import { ChangeSet } from "@codemirror/state";
import type { TextEdit } from "agent-response/editor";
import { oneStep } from "../editor/record.ts";
import { tell } from "../ui/notice.ts";
import { file, refuse, session, textOf } from "./file.ts";

/** Indenting is one step in the history; numbers, strings and the order of keys stay as they are. */
export function indent(): void {
  const { checker, asked } = session;
  if (checker === undefined || refuse()) return;
  let text = textOf();
  let all = ChangeSet.empty(file.state.doc.length);
  const inside = checker
    .documents(text, asked)
    .find((it) => it.kind === "payload" && it.language === "json" && it.depth > 0);
  for (const pointer of [inside?.pointer, ""]) {
    if (pointer === undefined) continue;
    const edits = checker.format(text, pointer, asked);
    all = all.compose(ChangeSet.of(edits.map(toChange), text.length, "\n"));
    text = checker.applyEdits(text, edits);
  }
  if (all.empty) tell("Nothing to indent: the file is already indented, or its syntax must be fixed first");
  else file.dispatch(oneStep(all, {}));
}

const toChange = ({ from, to, text }: TextEdit) => ({ from, to, insert: text });
