import type { FlowContent, Message, Root } from "@ccdag/ccast";
import {
  answer,
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
} from "../build.ts";
import { createText, type SampleText, startTime } from "./text.ts";

/** A conversation with every type of block. */
export function blocks(): Root {
  const text = createText();
  const { word, passage } = text;
  return tree(
    session(
      { sessionId: "s1", title: `Title ${word("title")}`, cwd: "/home/ada/weather", version: "2.1.0" },
      message(
        { uuid: "u1", timestamp: startTime },
        passage("prompt"),
        image(),
        document({ title: `${word("document")}.pdf` }),
      ),
      answerWithCalls(text),
      ...recordsAndSummary(text),
      message({ uuid: "u2", role: "user", actor: "notification", origin: "notification" }, passage("report")),
      message({ uuid: "u3", role: "user", actor: "hook", origin: "hook" }, passage("hook")),
      // A record that the client wrote without a uuid is identified by its line.
      message({ uuid: undefined, id: "s1.jsonl:31" }, passage("queued")),
      message({ uuid: undefined, id: "s1.jsonl:32" }, passage("queuedtoo")),
      answer(
        { uuid: "a2" },
        passage("answer"),
        toolResult({ uuid: "r4", toolUseId: "t9" }, `Late ${word("late")}\n${word("lateend")}`),
      ),
    ),
  );
}

function answerWithCalls({ word, passage }: SampleText): Message {
  const usage = { input_tokens: 3, output_tokens: 7 };
  return answer(
    { uuid: "a1", timestamp: startTime + 1000, model: "claude-sonnet", usage },
    thinking(passage("thinking")),
    passage("reply"),
    toolCall(
      { name: "Bash", id: "t1" },
      { command: `ls ${word("command")}`, description: `List ${word("description")}` },
      toolResult(
        { uuid: "r1", timestamp: startTime + 2000 },
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
  );
}

function recordsAndSummary({ word, passage }: SampleText): FlowContent[] {
  return [
    notice({
      entryType: "system",
      subtype: "turn_duration",
      uuid: "n1",
      value: `Took ${word("notice")}\nof ${word("noticeend")}`,
    }),
    compaction({ uuid: "c1", trigger: "auto", preTokens: 9000, timestamp: startTime + 3000 }, passage("summary")),
  ];
}
