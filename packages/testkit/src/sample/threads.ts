import type { Root } from "@ccdag/ccast";
import { agent, answer, branch, message, session, toolCall, toolResult, tree } from "../build.ts";
import { createText } from "./text.ts";

/** Sessions, branches in branches, and a session that was forked from another. */
export function branches(): Root {
  const { passage } = createText();
  const reference = { uuid: "a1", sessionId: "s1" };
  return tree(
    session(
      "s1",
      message("u1", passage("beginning")),
      answer(
        {
          uuid: "a1",
          junctions: [
            { uuid: "b1", branch: "b1" },
            { uuid: "b2", branch: "b2" },
            { uuid: "u5", sessionId: "s2" },
          ],
        },
        passage("parting"),
      ),
      branch({ uuid: "b1", from: reference }, message("b1", passage("left")), answer("a3", passage("leftreply"))),
      branch(
        { uuid: "b2", from: reference, active: true, rule: "resume-at" },
        message("b2", passage("right")),
        answer(
          {
            uuid: "a4",
            junctions: [
              { uuid: "b3", branch: "b3" },
              { uuid: "b4", branch: "b4" },
            ],
          },
          passage("rightreply"),
        ),
        branch({ uuid: "b3", from: { uuid: "a4" } }, message("b3", passage("deepleft"))),
        branch({ uuid: "b4", from: { uuid: "a4" }, active: true }, message("b4", passage("deepright"))),
      ),
      session(
        { sessionId: "s2", from: reference },
        message("u5", passage("forked")),
        answer("a5", passage("forkedreply")),
      ),
    ),
    session("s3", message("u6", passage("other")), answer("a6", passage("otherreply"))),
  );
}

/** Agents in agents, and one without a tool call that spawned it. */
export function agents(): Root {
  const { word, passage } = createText();
  const task = (id: string, name: string, spawned: string) =>
    toolCall(
      { name: "Task", id, agents: [spawned] },
      { description: `Task ${word(name)}`, prompt: passage(`${name}prompt`), subagent_type: "explorer" },
      toolResult({ uuid: `r-${id}` }, `Found ${word(`${name}result`)}\n${word(`${name}resultend`)}`),
    );
  return tree(
    session(
      "s1",
      message("u1", passage("wish")),
      answer("a1", passage("plan"), task("t1", "outer", "x1")),
      agent(
        { agentId: "x1", agentType: "explorer", from: { uuid: "a1", toolUseId: "t1", rule: "result-agent-id" } },
        message({ uuid: "x1u", actor: "agent", origin: "prompt" }, passage("order")),
        answer("x1a", passage("search"), task("t2", "inner", "x2")),
        agent(
          {
            agentId: "x2",
            nestingLevel: 2,
            mode: "background",
            incomplete: true,
            from: { uuid: "x1a", toolUseId: "t2", rule: "result-agent-id" },
          },
          answer("x2a", passage("deepsearch")),
        ),
        answer("x1b", passage("finding")),
      ),
      answer("a2", passage("conclusion")),
      agent(
        { agentId: "x3", mode: "teammate", name: "Bo", from: { rule: "unanchored-agent" } },
        answer("x3a", passage("stray")),
      ),
    ),
  );
}

/** Threads of every kind in threads of every other kind. */
export function threads(): Root {
  const { word, passage } = createText();
  return tree(
    message("u0", passage("before")),
    branch({ uuid: "b0", from: null }, message("b0", passage("alone"))),
    session(
      "s1",
      message("u1", passage("beginning")),
      answer("a1", passage("parting"), toolCall({ name: "Task", id: "t1", agents: ["x1"] }, { prompt: "Look" })),
      agent(
        { agentId: "x1", from: { uuid: "a1", toolUseId: "t1", rule: "result-agent-id" } },
        answer("x1a", passage("agent")),
        branch({ uuid: "x1b", from: { uuid: "x1a" } }, message("x1b", passage("agentbranch"))),
      ),
      branch(
        { uuid: "b1", from: { uuid: "a1" } },
        message("b1", passage("branch")),
        agent({ agentId: "x2", from: { uuid: "b1", rule: "sidechain-parent" } }, answer("x2a", passage("branchagent"))),
        session({ sessionId: "s2", from: { uuid: "b1" } }, message("u2", passage("branchsession"))),
      ),
      agent({ agentId: "x3", missing: true, description: `Gone ${word("missing")}` }),
    ),
  );
}
