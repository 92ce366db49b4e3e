// The records of turns that are appended to a session: a prompt, a thought, a call with its result, an answer.
import { randomUUID } from "node:crypto";

/** What a reader sees of a turn at its end. */
export const answerOf = (number) => `Answer number ${number} of the bench.`;

/**
 * A turn below a record.
 *
 * @param last the record that it continues.
 * @param number its number, which stands in its texts.
 * @returns its records.
 */
export function turnBelow(last, number) {
  const { cwd, version, sessionId, gitBranch } = last;
  const common = { isSidechain: false, userType: "external", cwd, sessionId, version, gitBranch };
  let [parentUuid, time] = [last.uuid, Date.parse(last.timestamp)];
  const record = (type, fields) => {
    const uuid = randomUUID();
    const made = { parentUuid, ...common, type, uuid, timestamp: new Date((time += 1000)).toISOString(), ...fields };
    parentUuid = uuid;
    return made;
  };
  const says = (id, block) =>
    record("assistant", {
      message: {
        id,
        type: "message",
        role: "assistant",
        model: "claude-opus-4-5",
        content: [block],
        usage: { input_tokens: 9, output_tokens: 90 },
      },
    });
  const prompt = record("user", { message: { role: "user", content: `Prompt number ${number} of the bench.` } });
  const thinking = { type: "thinking", thinking: "First the file, then the table.", signature: "ab" };
  const call = `toolu_bench_${number}`;
  const input = { command: `pnpm test ${number}`, description: "Run the tests" };
  const stdout = Array.from({ length: 40 }, (_, at) => `test ${at} of round ${number} passed`).join("\n");
  return [
    prompt,
    says(`msg_a${number}`, thinking),
    says(`msg_a${number}`, { type: "tool_use", id: call, name: "Bash", input }),
    record("user", {
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: call, content: stdout }] },
      toolUseResult: { stdout, stderr: "" },
    }),
    says(`msg_b${number}`, { type: "text", text: `**Done.** ${answerOf(number)}\n\n- one\n- two` }),
  ];
}
