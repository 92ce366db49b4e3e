import { groupBy, type LinkRule } from "@ccdag/core";
import { listCalls } from "./call-list.ts";
import { callIndex } from "./call-index.ts";
import { pair } from "./pair.ts";

/**
 * The agent has the name and the team that a call gave.
 *
 * ```text
 * main: A1(call t1, team crew, name bo)      agent 7f: its sidecar says team crew, name bo
 * ⇒ agent 7f is spawned at t1
 * ```
 *
 * Nothing stronger may say which call spawned it. If several calls gave the same name in one team, the k-th agent by
 * time gets the k-th call, and `ambiguous-anchor` is reported.
 */
export const teamAndName: LinkRule = {
  name: "team-and-name",
  *link(open, view) {
    if (open.length === 0) return;
    const named = groupBy(callIndex(view).spawning, ({ input }) => keyOf(input["team_name"], input["name"]));
    const byName = listCalls(
      new Map([...named].flatMap(([key, calls]) => (key === undefined ? [] : [[key, calls]]))),
      view,
    );
    yield* pair(
      open,
      view,
      ({ info }) => {
        const key = keyOf(info.agent!.team, info.agent!.name);
        return key === undefined ? [] : [byName.get(key) ?? []].flat();
      },
      "team and name agree",
    );
  },
};

function keyOf(team: unknown, name: unknown): string | undefined {
  return typeof team === "string" && typeof name === "string" ? `${team}\n${name}` : undefined;
}
