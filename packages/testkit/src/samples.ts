import type { Content, FlowContent, Root } from "@ccdag/ccast";
import {
  agent,
  answer,
  branch,
  compaction,
  document,
  image,
  message,
  notice,
  session,
  thinking,
  toolCall,
  toolResult,
  tree,
  unknownBlock,
} from "./build.ts";
import { wording } from "./words.ts";

/** A tree, and what it shows. */
export interface Sample {
  readonly name: string;
  readonly tree: Root;
}

const time = Date.UTC(2026, 2, 14, 13, 4, 59);

/**
 * Trees that have every node type, made anew each time. Every word with four digits (`prompt0007`) is said once in a
 * tree, so that it can be found again in what a renderer made of it.
 */
export function samples(): Sample[] {
  return [
    { name: "a talk with every block", tree: blocks() },
    { name: "sessions and branches", tree: branches() },
    { name: "agents in agents", tree: agents() },
    { name: "types that nobody knows", tree: unknowns() },
    { name: "lines in lines", tree: lines() },
    { name: "long and repeated", tree: repeated() },
  ];
}

/** A text whose first and last word are known: the first line may be a title, the last one is body. */
function said(word: (kind: string) => string, kind: string): string {
  const filler = "Whoever reads a title reads so much, and not what comes behind it. ".repeat(4);
  return `The ${word(kind)} comes first.\n\n${filler}\n\nA *second* paragraph with \`code\` ends with ${word(`${kind}end`)}.`;
}

function blocks(): Root {
  const word = wording();
  const words = (kind: string) => said(word, kind);
  return tree(
    session(
      { sessionId: "s1", title: `Title ${word("title")}`, cwd: "/home/ada/weather", version: "2.1.0" },
      message(
        { uuid: "u1", timestamp: time },
        words("prompt"),
        image(),
        document({ title: `${word("document")}.pdf` }),
      ),
      answer(
        { uuid: "a1", timestamp: time + 1000, model: "claude-sonnet", usage: { input_tokens: 3, output_tokens: 7 } },
        thinking(words("thinking")),
        words("reply"),
        toolCall(
          { name: "Bash", id: "t1" },
          { command: `ls ${word("command")}`, description: `List ${word("description")}` },
          toolResult(
            { uuid: "r1", timestamp: time + 2000 },
            `${word("output")}\n${word("outputend")}`,
            image(),
            `${word("secondoutput")}\n${word("secondoutputend")}`,
          ),
        ),
        `Between two calls: ${word("between")}.\n\nThen ${word("betweenend")}.`,
        toolCall(
          { name: "Read", id: "t2" },
          { file_path: `/home/ada/${word("path")}.ts` },
          toolResult({ uuid: "r2", isError: true }, `No such file ${word("error")}\n${word("errorend")}`),
        ),
        { type: "thinking", value: "", redacted: true },
        toolCall(
          { name: `mcp__spells__${word("conjure")}`, id: "t3" },
          { spell: word("spell"), deep: [{ er: word("deeper") }] },
        ),
      ),
      notice({
        entryType: "system",
        subtype: "turn_duration",
        uuid: "n1",
        value: `Took ${word("notice")}\nof ${word("noticeend")}`,
      }),
      compaction({ uuid: "c1", trigger: "auto", preTokens: 9000, timestamp: time + 3000 }, words("summary")),
      message({ uuid: "u2", role: "user", actor: "notification", origin: "notification" }, words("report")),
      message({ uuid: "u3", role: "user", actor: "hook", origin: "hook" }, words("hook")),
      // A record that the client wrote without a uuid is known by its line.
      message({ uuid: undefined, id: "s1.jsonl:31" }, words("queued")),
      message({ uuid: undefined, id: "s1.jsonl:32" }, words("queuedtoo")),
      answer(
        { uuid: "a2" },
        words("answer"),
        toolResult({ uuid: "r4", toolUseId: "t9" }, `Late ${word("late")}\n${word("lateend")}`),
      ),
    ),
  );
}

function branches(): Root {
  const word = wording();
  const words = (kind: string) => said(word, kind);
  const reference = { uuid: "a1", sessionId: "s1" };
  return tree(
    session(
      "s1",
      message("u1", words("beginning")),
      answer(
        {
          uuid: "a1",
          junctions: [
            { uuid: "b1", branch: "b1" },
            { uuid: "b2", branch: "b2" },
            { uuid: "u5", sessionId: "s2" },
          ],
        },
        words("parting"),
      ),
      branch({ uuid: "b1", from: reference }, message("b1", words("left")), answer("a3", words("leftreply"))),
      branch(
        { uuid: "b2", from: reference, active: true, rule: "resume-at" },
        message("b2", words("right")),
        answer(
          {
            uuid: "a4",
            junctions: [
              { uuid: "b3", branch: "b3" },
              { uuid: "b4", branch: "b4" },
            ],
          },
          words("rightreply"),
        ),
        branch({ uuid: "b3", from: { uuid: "a4" } }, message("b3", words("deepleft"))),
        branch({ uuid: "b4", from: { uuid: "a4" }, active: true }, message("b4", words("deepright"))),
      ),
      session({ sessionId: "s2", from: reference }, message("u5", words("forked")), answer("a5", words("forkedreply"))),
    ),
    session("s3", message("u6", words("other")), answer("a6", words("otherreply"))),
  );
}

function agents(): Root {
  const word = wording();
  const words = (kind: string) => said(word, kind);
  const task = (id: string, name: string, spawned: string) =>
    toolCall(
      { name: "Task", id, agents: [spawned] },
      { description: `Task ${word(name)}`, prompt: words(`${name}prompt`), subagent_type: "explorer" },
      toolResult({ uuid: `r-${id}` }, `Found ${word(`${name}result`)}\n${word(`${name}resultend`)}`),
    );
  return tree(
    session(
      "s1",
      message("u1", words("wish")),
      answer("a1", words("plan"), task("t1", "outer", "x1")),
      agent(
        { agentId: "x1", agentType: "explorer", from: { uuid: "a1", toolUseId: "t1", rule: "result-agent-id" } },
        message({ uuid: "x1u", actor: "agent", origin: "prompt" }, words("order")),
        answer("x1a", words("search"), task("t2", "inner", "x2")),
        agent(
          {
            agentId: "x2",
            nestingLevel: 2,
            mode: "background",
            incomplete: true,
            from: { uuid: "x1a", toolUseId: "t2", rule: "result-agent-id" },
          },
          answer("x2a", words("deepsearch")),
        ),
        answer("x1b", words("finding")),
      ),
      answer("a2", words("conclusion")),
      agent(
        { agentId: "x3", mode: "teammate", name: "Bo", from: { rule: "unanchored-agent" } },
        answer("x3a", words("stray")),
      ),
    ),
  );
}

/** Nodes of types that came after the renderer: what they say is not lost, and nothing beside them is. */
function unknowns(): Root {
  const word = wording();
  const words = (kind: string) => said(word, kind);
  const block = unknownBlock("hologram", { type: "hologram", shows: word("hologram"), parts: [{ of: word("part") }] });
  return tree(
    session(
      "s1",
      message("u1", words("before"), block, words("after")),
      { type: "comet", uuid: "x9", value: `A comet, ${word("comet")}` } as unknown as FlowContent,
      message("u2", words("behind"), { type: "echo", value: `An echo, ${word("echo")}` } as unknown as Content),
      notice({ entryType: "aura", uuid: "n1", value: `{"type":"aura","hue":"${word("aura")}"}` }),
      answer("a1", words("answer")),
    ),
  );
}

/** Lines of every kind in lines of every other. */
function lines(): Root {
  const word = wording();
  const words = (kind: string) => said(word, kind);
  return tree(
    message("u0", words("before")),
    branch({ uuid: "b0", from: null }, message("b0", words("alone"))),
    session(
      "s1",
      message("u1", words("beginning")),
      answer("a1", words("parting"), toolCall({ name: "Task", id: "t1", agents: ["x1"] }, { prompt: "Look" })),
      agent(
        { agentId: "x1", from: { uuid: "a1", toolUseId: "t1", rule: "result-agent-id" } },
        answer("x1a", words("agent")),
        branch({ uuid: "x1b", from: { uuid: "x1a" } }, message("x1b", words("agentbranch"))),
      ),
      branch(
        { uuid: "b1", from: { uuid: "a1" } },
        message("b1", words("branch")),
        agent({ agentId: "x2", from: { uuid: "b1", rule: "sidechain-parent" } }, answer("x2a", words("branchagent"))),
        session({ sessionId: "s2", from: { uuid: "b1" } }, message("u2", words("branchsession"))),
      ),
      agent({ agentId: "x3", missing: true, description: `Gone ${word("missing")}` }),
    ),
  );
}

/** What is long is told to its end, and what is said again is told again. */
function repeated(): Root {
  const word = wording();
  const again = said(word, "again");
  const filler = "Line after line of it, and nobody wants to lose the last one.\n";
  const call = () =>
    toolCall(
      { name: "Bash", id: "t1" },
      { command: `date ${"+%s".repeat(2)}` },
      `${word("printed")}\n${word("printedend")}`,
    );
  return tree(
    session(
      { sessionId: "s1", title: "What is long" },
      message("u1", again),
      message("u2", again),
      answer("a1", call()),
      answer("a2", { ...call(), id: "t2" }),
      message("u3", `A long text, ${word("long")}.\n\n${filler.repeat(1600)}\nIts end is ${word("longend")}.`),
      answer(
        "a3",
        toolCall(
          { name: "Read", id: "t3" },
          { file_path: "a.txt" },
          `${word("file")}\n${filler.repeat(2000)}${word("fileend")}`,
        ),
      ),
    ),
  );
}

/** A long conversation, and a deep one: nothing may be walked by recursion, nor take a time that grows with its square. */
export function huge(): Sample[] {
  const long = Array.from({ length: 3000 }, (_, at) => message(`u${at}`, `Long ${String(at).padStart(4, "0")}`));
  let deep = branch("b0", message("b0", "The end"));
  for (let at = 1; at < 400; at++) deep = branch(`b${at}`, message(`b${at}`, `Deep ${at}`), deep);
  return [
    { name: "3000 messages", tree: tree(session("s1", ...long)) },
    { name: "400 branches in each other", tree: tree(session("s1", message("u0", "Begin"), deep)) },
  ];
}
