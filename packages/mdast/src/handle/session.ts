import { clientFacts, type Pull, type Session } from "@ccdag/ccast";
import type { BlockContent, PhrasingContent } from "mdast";
import { markBeginning, titleOf } from "../format.ts";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";

/**
 * Render the heading of a session: its title or the beginning of its first prompt, the folder, git branch and version,
 * and a link to the session it continues.
 *
 * @param isFirst whether links to the session lead here. A session that compactions divide has several headings.
 * @param isDescribed whether a table of facts is shown beside the heading, instead of these lines (default: `false`).
 */
export function sessionHead(node: Session, state: State, isFirst: boolean, isDescribed = false): BlockContent[] {
  const { labels } = state;
  const title = titleOf(node, isDescribed ? 120 : undefined);
  const name = `${labels.session} ${state.shortId(node.sessionId)}`;
  // Beside a table of facts the title is what matters.
  const head = isDescribed
    ? [asSpan("of", name), ...(title === "" ? [] : [asSpan("dot", " • "), title])]
    : [[name, title].filter(Boolean).join(" • ")];
  const facts = [node.cwd, node.gitBranch, node.version && `${clientFacts(node.client).name} ${node.version}`].filter(
    Boolean,
  ) as string[];
  const blocks: BlockContent[] = [
    markBeginning(
      "thread",
      state.heading(1, ...(isFirst ? [state.anchorOf(`session-${node.sessionId}`)] : []), ...head),
    ),
  ];
  const line: Array<PhrasingContent | string> = [];
  for (const fact of facts) {
    if (line.length > 0) line.push(" · ");
    line.push({ type: "inlineCode", value: fact });
  }
  if (state.facts && line.length > 0 && !isDescribed) blocks.push(state.paragraph(...line, " · ", state.zone));
  if (isFirst && node.pulls && state.facts && !isDescribed)
    for (let from = 0; from < node.pulls.length; from += maxPulls)
      blocks.push(state.paragraph(`${labels.pulls} `, ...pullLinks(node.pulls.slice(from, from + maxPulls))));
  const usage = isFirst && !isDescribed ? state.usage(node) : undefined;
  if (usage !== undefined)
    blocks.push(state.paragraph({ type: "emphasis", children: [{ type: "text", value: usage }] }));
  if (node.from) {
    const { uuid, sessionId = "" } = node.from;
    const words = state.wordsOf(uuid);
    const message = words ? `“${words}”` : state.shortId(uuid);
    const text = labels.continuesFrom(state.shortId(sessionId), message);
    blocks.push(state.paragraph(marked(labels.marks.back, ""), state.link(node.from, text)));
  }
  return blocks;
}

/** Text that a page may show in another way. */
function asSpan(name: string, value: string): PhrasingContent {
  return { type: "text", value, data: { hName: "span", hProperties: { className: [name] } } };
}

/** How many pull requests one paragraph names. */
const maxPulls = 1000;

/** Links to pull requests, with commas between them; one whose address is not of the web is code. */
export function pullLinks(pulls: readonly Pull[]): PhrasingContent[] {
  return pulls.flatMap(({ url, number, repository }, index): PhrasingContent[] => {
    const words = repository === undefined || number === undefined ? url : `${repository}#${number}`;
    const isAddress = /^https?:\/\//i.test(url);
    const link: PhrasingContent = isAddress
      ? { type: "link", url, children: [{ type: "text", value: words }] }
      : { type: "inlineCode", value: words };
    return index === 0 ? [link] : [{ type: "text", value: ", " }, link];
  });
}
