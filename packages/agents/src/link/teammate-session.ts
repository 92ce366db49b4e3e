import { type Entry, groupBy, type LinkRule, type LinkView, type ThreadInfo } from "@ccdag/core";
import { text } from "../normal.ts";
import { callIndex, recordOf } from "./call-index.ts";
import type { Call } from "./call-list.ts";
import { linkTo } from "./link-to.ts";

/**
 * A session whose records name a team and a member of it is the transcript of that teammate, if a call spawned it.
 * Teammates in panes of a terminal have sessions of their own.
 *
 * ```text
 * main: A1(call t1, team crew, name bo)      session s2: all records say team crew, name bo
 * ⇒ s2 is agent bo@crew, spawned at t1
 * ```
 *
 * Names occur again: it is the last such call before the session that spawned no other one. A session that the user
 * named stays a session.
 */
export const teammateSession: LinkRule = {
  name: "teammate-session",
  *link(_, view) {
    const mates = findMates(view);
    if (mates.length === 0) return;
    const calls = groupBy(callIndex(view).spawning, (call) => {
      const record = recordOf(call);
      return keyOf(
        text(record["team_name"]) ?? text(call.input["team_name"]),
        text(record["name"]) ?? text(call.input["name"]),
      );
    });
    for (const { info, root, team, name } of mates) {
      const call = lastBefore(calls.get(keyOf(team, name)) ?? [], root, view);
      if (call === undefined) continue;
      const agent = { agentId: `${name}@${team}`, mode: "teammate", name, team } as const;
      const link = linkTo({ ...info, agent }, call, "team and name of all records agree");
      yield { ...link, thread: info, root, agent: { ...agent, ...link.agent } };
    }
  },
};

interface Mate {
  readonly info: ThreadInfo;
  readonly root: Entry;
  readonly team: string;
  readonly name: string;
}

/** The sessions of teammates, by the time of their first records. */
function findMates(view: LinkView): Mate[] {
  const mates = new Map<ThreadInfo, Mate | undefined>();
  for (const entry of view.entries) {
    const info = view.threadOf(entry);
    if (info.agent !== undefined || info.path === view.named?.path) continue;
    const [team, name] = [text(entry.raw["teamName"]), text(entry.raw["agentName"])];
    const known = mates.get(info);
    if (team === undefined || name === undefined || (known && (known.team !== team || known.name !== name)))
      mates.set(info, undefined);
    else if (!mates.has(info)) mates.set(info, { info, root: entry, team, name });
  }
  return [...mates.values()].flatMap((mate) => mate ?? []).sort((a, b) => view.compare(a.root, b.root));
}

function lastBefore(calls: readonly Call[], root: Entry, view: LinkView): Call | undefined {
  return calls.findLast((call) => view.compare(call.entry, root) < 0 && !view.isClaimed(call));
}

function keyOf(team: string | undefined, name: string | undefined): string {
  return `${team ?? ""}\n${name ?? ""}`;
}
