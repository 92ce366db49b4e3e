// Hostile archives: equal calls and agents.
import { at, text, entry, user, answer, call, result, timed, many, some, one, chain } from "./records.mjs";

/** Agents in files, each a prompt and an answer, with the lines of the session that spawned them. */
const agentFiles = (count, { prompt = (i) => `task ${i}`, main, meta, entries, id = (i) => `a${i}` }) => {
  const made = { "s.jsonl": main };
  for (let i = 0; i < count; i++) {
    const path = `s/subagents/agent-${String(i).padStart(6, "0")}.jsonl`;
    const more = { entry: { agentId: id(i), isSidechain: true } };
    made[path] = timed(
      entries?.(i, more) ?? [user(`p${i}`, null, prompt(i), more), answer(`q${i}`, `p${i}`, `done ${i}`, more)],
    );
    if (meta) made[path.replace(/jsonl$/, "meta.json")] = meta(i);
  }
  return made;
};
const spawns = (count, { prompt = (i) => `task ${i}`, id = (i) => `t${i}`, record = () => undefined } = {}) =>
  timed(
    some(count, (i) => [
      call(`c${i}`, i ? `r${i - 1}` : null, id(i), "Task", { prompt: prompt(i), description: "d", subagent_type: "x" }),
      result(`r${i}`, `c${i}`, id(i), "ok", { entry: { toolUseResult: record(i) } }),
    ]),
  );

const say = (i) => `<teammate-message teammate_id="mate" summary="s">do number ${i}</teammate-message>`;

/** Makes about n lines of each shape, in files by path. */
export const agents = {
  toolid: (n) =>
    one(some(n / 2, (i) => [call(`c${i}`, i ? `r${i - 1}` : null, "same"), result(`r${i}`, `c${i}`, "same")])),
  toolidInSessions: (n) =>
    Object.fromEntries(
      many(n / 20, (k) => [
        `s${k}.jsonl`,
        some(10, (i) => [
          call(`c${k}-${i}`, i ? `r${k}-${i - 1}` : null, "same"),
          result(`r${k}-${i}`, `c${k}-${i}`, "same"),
        ]),
      ]),
    ),
  toolidLateResults: (n) =>
    one([
      ...many(n / 2, (i) => call(`c${i}`, i ? `c${i - 1}` : null, "same")),
      ...many(n / 2, (i) => result(`r${i}`, i ? `r${i - 1}` : `c0`, "same")),
    ]),
  agentsOneCall: (n) =>
    agentFiles(n / 4, {
      main: spawns(n / 8, { id: () => "same" }),
      meta: () => ({ toolUseId: "same", agentType: "x" }),
    }),
  agentsOneId: (n) =>
    agentFiles(n / 4, {
      main: spawns(n / 8, { record: () => ({ agentId: "same", content: text("done 1") }) }),
      id: () => "same",
    }),
  agentsOnePrompt: (n) => agentFiles(n / 4, { main: spawns(n / 8, { prompt: () => "same" }), prompt: () => "same" }),
  agentsNearPrompt: (n) =>
    agentFiles(n / 4, { main: spawns(n / 8, { prompt: () => "Same  words" }), prompt: () => "same words" }),
  agentsOneMessage: (n) =>
    agentFiles(n / 4, {
      main: [
        ...many(n / 4, (i) =>
          call(`c${i}`, i ? `c${i - 1}` : null, `t${i}`, "Task", { prompt: `task ${i}` }, { message: { id: "m" } }),
        ),
        ...many(n / 4, (i) => result(`r${i}`, `c${i}`, `t${i}`)),
      ],
    }),
  agentsNested: (n) =>
    agentFiles(n / 4, {
      main: spawns(1),
      entries: (i, more) =>
        timed([
          user(`p${i}`, null, `task ${i}`, more),
          call(`x${i}`, `p${i}`, `t${i + 1}`, "Task", { prompt: `task ${i + 1}` }, more),
          result(`y${i}`, `x${i}`, `t${i + 1}`, "ok", more),
        ]),
    }),
  agentsWithoutCall: (n) => agentFiles(n / 2, { main: chain(n / 8) }),
  agentsResumed: (n) =>
    agentFiles(1, {
      main: spawns(n / 4, {
        record: () => ({ agentId: "a0", content: text("done 1") }),
        prompt: (i) => `continue ${i}`,
      }),
      entries: (_, more) =>
        some(n / 4, (i) => [
          user(`p${i}`, i ? `q${i - 1}` : null, `continue ${i}`, more),
          answer(`q${i}`, `p${i}`, `done ${i}`, more),
        ]),
    }),
  agentsNotified: (n) => {
    const words = `<task-notification><task-id>same</task-id><status>completed</status><result>done 1</result></task-notification>`;
    return agentFiles(n / 4, {
      main: many(n / 4, (i) => user(`n${i}`, i ? `n${i - 1}` : null, words)),
      id: () => "same",
    });
  },
  notifications: (n) => {
    const words = `<task-notification><task-id>same</task-id><status>completed</status><result>done</result></task-notification>`;
    return one(
      some(n / 2, (i) => [
        user(`u${i}`, i ? `q${i - 1}` : null, words),
        {
          type: "attachment",
          uuid: `q${i}`,
          parentUuid: `u${i}`,
          attachment: { type: "queued_command", prompt: words, commandMode: "task-notification" },
          timestamp: at(i),
        },
      ]),
    );
  },
  workflows: (n) => {
    const files = one(
      some(n / 8, (i) => [
        call(`c${i}`, i ? `r${i - 1}` : null, `t${i}`, "Workflow"),
        result(`r${i}`, `c${i}`, `t${i}`, "ok", { entry: { toolUseResult: { runId: `wf${i}` } } }),
      ]),
    );
    for (let i = 0; i < n / 8; i++)
      for (const k of [0, 1])
        files[`s/subagents/workflows/wf${i}/agent-${i}-${k}.jsonl`] = [
          user(`p${i}-${k}`, null, `do ${i}`, { entry: { agentId: `${i}-${k}`, isSidechain: true } }),
          answer(`q${i}-${k}`, `p${i}-${k}`, "so", { entry: { agentId: `${i}-${k}`, isSidechain: true } }),
        ];
    return files;
  },
  inlineAgents: (n) =>
    one([
      ...spawns(n / 4, { prompt: () => "same" }),
      ...some(n / 4, (i) => [
        user(`p${i}`, null, "same", { entry: { agentId: `a${i}`, isSidechain: true } }),
        answer(`q${i}`, `p${i}`, "so", { entry: { agentId: `a${i}`, isSidechain: true } }),
      ]),
    ]),
  sidechains: (n) => {
    const calls = many(n / 4, (i) => ({ type: "tool_use", id: `t${i}`, name: "Task", input: { prompt: `do ${i}` } }));
    const side = { entry: { isSidechain: true } };
    return one([
      user("u", null, "go"),
      entry("assistant", "a", "u", calls),
      entry("assistant", "b", null, calls, side),
      ...some(n / 4, (i) => [user(`p${i}`, i % 2 ? "a" : "b", `do ${i}`, side), answer(`q${i}`, `p${i}`, "so", side)]),
    ]);
  },
  teammates: (n) => {
    return one([
      ...spawns(n / 4, {
        prompt: (i) => `do number ${i}`,
        record: (i) => ({ status: "teammate_spawned", name: "mate", agent_id: `mate${i}@x` }),
      }),
      ...some(n / 4, (i) => [
        user(`p${i}`, null, say(i), { entry: { agentId: `a${i}`, isSidechain: true } }),
        answer(`q${i}`, `p${i}`, "so", { entry: { agentId: `a${i}`, isSidechain: true } }),
      ]),
      ...many(n / 4, (i) => user(`w${i}`, i ? `w${i - 1}` : null, say(i))),
    ]);
  },
};
