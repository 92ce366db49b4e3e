import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fill } from "../../../tooling/redaction/hand/fill.mjs";
import { secrets } from "../../../tooling/redaction/hand/sets.mjs";
import { jsonl, put, scratch } from "./world.ts";

const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;
/** The name of a file that is a key. */
const key = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const cases = secrets.map(([, template]) => fill(template));
/** Alone in the output of a command that prints it, and lines of a key from the middle of its file. */
const printed = fill("«pw»").text;
const lines = fill("    12→«b64:70»\n    13→«b64:70»");

/** A session that is called by a key: texts of the set are prompts, answers, inputs and results in turn. */
function world(): string {
  const folder = scratch();
  const uuid = (at: number) => `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const calls = [
    { command: "pass show work/db", output: printed },
    { file_path: "/srv/.ssh/id_rsa", output: lines.text },
    ...cases.map(({ text }) => ({ command: "./run", output: text })),
  ];
  const records = calls.flatMap(({ output, ...input }, at) => {
    const common = { sessionId: key, cwd: "/srv/app", timestamp: "2026-01-01T10:00:00.000Z" };
    const id = `toolu_${at}`;
    const text = at % 3 === 0 ? output : "Look at it.";
    const content = [
      { type: "text", text: at % 3 === 1 ? output : "I see." },
      { type: "tool_use", id, name: "command" in input ? "Bash" : "Read", input },
    ];
    const result = [{ type: "tool_result", tool_use_id: id, content: output }];
    const parent = at === 0 ? null : uuid(3 * at - 1);
    return [
      { ...common, type: "user", uuid: uuid(3 * at), parentUuid: parent, message: { role: "user", content: text } },
      {
        ...common,
        type: "assistant",
        uuid: uuid(3 * at + 1),
        parentUuid: uuid(3 * at),
        message: { id: `m${at}`, role: "assistant", model: "claude", content },
      },
      {
        ...common,
        type: "user",
        uuid: uuid(3 * at + 2),
        parentUuid: uuid(3 * at + 1),
        toolUseResult: { stdout: output },
        message: { role: "user", content: result },
      },
    ];
  });
  put(folder, `-srv-app/${key}.jsonl`, jsonl(...records));
  return folder;
}

/** Names and contents of all files below a folder, without the escapes of Markdown, addresses and pages. */
function textsBelow(folder: string): string[] {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return names.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8").replaceAll("\\", "");
    const entities = text.replace(/&#(x?)([\da-f]{2,4});/gi, (_, hex: string, code: string) =>
      String.fromCharCode(Number.parseInt(code, hex === "" ? 10 : 16)),
    );
    const decoded = text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    return [name, text, entities, decoded];
  });
}

const all = [key, printed, ...lines.secrets, ...cases.flatMap(({ secrets: each }) => each)].filter(
  (secret) => secret.length >= 8,
);

it.each([
  "export --to markdown",
  "export --to github",
  "export --to llm",
  "export --to obsidian --agents separate",
  "export --to plain",
  "export --to html",
  "export --to json",
  "export --to jsonl",
  "export --to messages",
  "export --to atif",
  "export --to inspect",
  "export --to otel",
  "export --to csv",
  "export --to mermaid",
  "export --to dot",
  "site",
])(
  "%s --redact through the binary holds no secret of the set by hand, nor does a name of a file (redaction)",
  (words) => {
    const folder = world();
    const out = join(scratch(), "out");
    const argv = [...words.split(" "), join(folder, "-srv-app"), "--redact", "-o", `${out}/`, "--no-cache"];
    const detail = words.startsWith("export") ? ["--detail", "full"] : [];
    const run = spawnSync(process.execPath, [bin, ...argv, ...detail], { encoding: "utf8", env: { HOME: folder } });
    expect(run).toMatchObject({ status: 0 });
    const texts = [run.stderr, run.stdout, ...textsBelow(out)];
    expect(texts.join("").length).toBeGreaterThan(5000);
    expect(all.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
    expect(texts.filter((text) => text.includes("ghp_a1B2"))).toEqual([]);
  },
);
