import { VFile } from "vfile";

const record = (uuid: string, parentUuid: string | null, role: "user" | "assistant", content: unknown, at: number) => ({
  type: role,
  uuid,
  parentUuid,
  sessionId: "s1",
  timestamp: new Date(Date.UTC(2026, 0, 1, 9, 0, at)).toISOString(),
  message: role === "user" ? { role, content } : { role, id: `m-${uuid}`, model: "claude", content },
});

/** A project of one session: a prompt, a call whose result is long, an answer. */
export function project(output = "x".repeat(30_000)): VFile {
  const records = [
    record(
      "u1",
      null,
      "user",
      "My key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz",
      0,
    ),
    record("a1", "u1", "assistant", [{ type: "thinking", thinking: "let me look", signature: "s" }], 1),
    record("a2", "a1", "assistant", [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }], 2),
    record("u2", "a2", "user", [{ type: "tool_result", tool_use_id: "t1", content: output }], 3),
    record("a3", "u2", "assistant", [{ type: "text", text: "all done" }], 4),
  ];
  return toProject({ "s1.jsonl": records });
}

/** A project of two sessions, of which the second continues the first. */
export function twoSessions(): VFile {
  const first = [
    record("u1", null, "user", "begin", 0),
    record("a1", "u1", "assistant", [{ type: "text", text: "begun" }], 1),
  ];
  const second = [
    { ...record("u2", "a1", "user", "continue", 2), sessionId: "s2" },
    { ...record("a2", "u2", "assistant", [{ type: "text", text: "went" }], 3), sessionId: "s2" },
  ];
  return toProject({ "s1.jsonl": first, "s2.jsonl": second });
}

function toProject(files: Readonly<Record<string, readonly object[]>>): VFile {
  const companions = Object.entries(files).map(
    ([path, records]) => new VFile({ path, value: records.map((one) => `${JSON.stringify(one)}\n`).join("") }),
  );
  return new VFile({ path: "project", value: "", data: { companions } });
}
