import { addAll } from "../add-all.ts";
import type { ToolCall } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { gist } from "../format.ts";
import { oneLine } from "../one-line.ts";
import { marked } from "../labels.ts";
import { landmarkOf } from "../landmark.ts";
import { relativeTo } from "../relative-to.ts";
import type { State } from "../types.ts";
import { renderRest, renderUnseen } from "../rest.ts";
import { agentFacts, agentHead, agentSummary } from "./agent.ts";
import { endOfPath } from "../end-of-path.ts";
import { inputOf, text } from "../tool/input.ts";
import { renderUnknown } from "./unknown-fields.ts";

/** The greatest length of a title with whole paths. */
const maxWhole = 400;

/**
 * A tool call in a collapsible section: its summary is the name of the tool and the gist of its input, or, where the
 * call spawned one agent, the title of that agent.
 */
export function toolCall(node: ToolCall, state: State): BlockContent[] {
  const { view } = state.tool(node);
  const { short, whole, isCut } = titlesOf(node, state);
  const agents = state.agentsOf(node);
  const [agent] = agents;
  const failed = node.result?.isError ? ` (${state.labels.failed})` : "";
  // An agent without a transcript has no section of its own with these facts.
  const facts = agents.length === 1 && agent!.missing ? agentFacts(agent!, state) : "";
  const nameWith = (words: string) => `${node.name}${words === "" ? "" : `: ${words}`}${failed}`;
  const name = nameWith(oneLine(short));
  const named = short === whole ? name : oneLine(nameWith(whole), maxWhole);
  if (node.repeats?.rule === "forked-call" && state.isRendered(node.repeats))
    return [
      state.paragraph(marked(state.labels.marks.tool, ""), state.link(node.repeats, name)),
      ...(node.result ? state.result(node) : []),
    ];
  const head: BlockContent[] = state.anchorIfLinked(node.result?.uuid);
  // A workflow does more than start its one agent.
  const own = agent?.mode !== "workflow" && agents.length === 1 && state.isAgentInline(agent!) ? agent : undefined;
  const summary = own ? agentSummary(own, state) : marked(state.labels.marks.tool, `${name}${facts}`);
  // The section has the title of the agent, which may not name the purpose of the call.
  const purpose = oneLine(text(inputOf(node)["description"]), 40);
  if (own && !summary.includes(purpose.replace(/…$/, "")))
    head.push(state.paragraph(marked(state.labels.marks.tool, name)));
  if (own) addAll(head, agentHead(own, state, true));
  const slots = agents.flatMap((one) => state.agentSlot(one, one === own));
  const shown = view(node, state);
  const rest = [
    ...(node.result ? renderUnseen(node.result, shown, state) : []),
    // What was cut is content of the section: a hover can be neither searched nor copied.
    ...renderRest(node.input, [own ? summary : name, isCut ? "" : named, ...head, ...shown], state),
    ...renderUnknown(node, state),
  ];
  const section: BlockContent[] = [...head, ...shown, ...rest, ...slots];
  if (section.length === 0) return [state.paragraph(summary)];
  return [
    {
      type: "details",
      kind: own ? "agent" : "tool",
      tool: node.name,
      call: node.result?.isError
        ? { id: node.id, hasFailed: true, error: gist(node.result, 120) }
        : { id: node.id, hasFailed: false },
      landmark: own && landmarkOf(own, state),
      summary,
      whole: named === name || own ? undefined : named,
      children: section,
    },
  ];
}

/** The title of a call, the same with whole paths, and whether the first one is only a part of it. */
function titlesOf(node: ToolCall, state: State): { short: string; whole: string; isCut: boolean } {
  const { cwd } = state;
  const title = (showPath: (path: unknown) => string) => state.tool(node).title?.(inputOf(node), node, showPath) ?? "";
  if (cwd === undefined) {
    const short = title((path) => endOfPath(text(path)));
    return { short, whole: short, isCut: false };
  }
  const fromCwd = (words: string) => relativeTo(cwd, words);
  // A path is relative before it is cut, and the rest of the title (a command) may have paths, too.
  const short = fromCwd(title((path) => endOfPath(fromCwd(text(path)))));
  const whole = title(text);
  return { short, whole, isCut: oneLine(short) !== fromCwd(whole) };
}
