import type { Section } from "@ccdag/mdast";
import type { ChangeViews } from "../changes/change-views.ts";
import { changesInWords } from "../changes/render-changes.ts";
import type { FlowContext } from "./flow-blocks.ts";
import { filtersOfTurn } from "./turn-filters.ts";
import { renderTurnLine } from "./turn-line.ts";
import type { WorkWords } from "./work-words.ts";

/** The line above a turn, the list of the files that it changed, and what it has, for filters. */
export function aboutTurn(
  section: Section,
  changes: ChangeViews,
  cwd: string | undefined,
  words: WorkWords,
): ReturnType<FlowContext["aboutTurn"]> {
  const { turn, landmark } = section;
  const list = changes.ofTurn(section, cwd);
  const line = renderTurnLine(turn!, landmark.title, changesInWords(changes.filesOf(section), cwd, words), words);
  return {
    line,
    below: list ? [list] : [],
    has: filtersOfTurn(section, (call) => changes.anchorOf(call) !== undefined),
  };
}
