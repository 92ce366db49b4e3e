import type { LineInfo, Link, LinkView, OpenLine } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { normal } from "../words.ts";
import { type Call, callIndex, inSession } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * Pair agents with calls that fit them: the k-th agent, by time, gets the k-th call. A call bears one agent, and no
 * agent is borne by a call of its own, or of an agent below it: prompts that are handed down word for word fit there
 * too. Where another call or agent would fit, that is said.
 *
 * @param open agents without a birthplace.
 * @param view the graph.
 * @param fitting calls that fit an agent, by time, given its first words made {@link normal}.
 * @param because what the two have in common.
 */
export function* pair(
  open: readonly OpenLine[],
  view: LinkView,
  fitting: (line: OpenLine, words: string) => readonly Call[],
  because: string,
): Generator<Link> {
  const index = callIndex(view);
  for (const line of [...open].sort((a, b) => view.compare(a.root, b.root))) {
    const { info } = line;
    if (info.bornAt || isClients(info)) continue;
    const fit = fitting(line, normal(firstText(line.root))).filter(({ entry }) => !view.isAbove(info, entry));
    const [call, other] = inSession(
      fit.filter((one) => !index.claimed.has(one)),
      info,
      view,
    );
    if (call === undefined) continue;
    const reason = `Unexpected several calls that fit agent ${info.agent!.agentId} (${because}), the first that is free is taken`;
    yield {
      ...linkTo(info, call, because, index),
      warning: other ? { rule: "ambiguous-anchor", reason } : undefined,
    };
  }
}

/** Whether no call bore an agent: the client runs it of its own. */
export function isClients({ agent }: LineInfo): boolean {
  return agent?.mode === "internal" || agent?.mode === "warmup";
}
