// What agentsview has of a home, as text: every session, the oldest first, with the words of its messages.
//   node agentsview.mjs <program> <home>
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const [, , program, home] = process.argv;
const env = { ...process.env, HOME: home, AGENTSVIEW_DATA_DIR: join(home, ".agentsview") };
const run = (...args) => execFileSync(program, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] });
const all = [
  "--include-one-shot",
  "--include-children",
  "--include-automated",
  "--sort",
  "started:asc",
  "--limit",
  "500",
];

run("sync");
try {
  const { sessions } = JSON.parse(run("session", "list", ...all, "--format", "json"));
  for (const { id } of sessions) {
    const { messages } = JSON.parse(
      run("session", "messages", id, "--from", "0", "--limit", "1000", "--format", "json"),
    );
    for (const { content, thinking_text: thinking } of messages)
      console.log([thinking, content].filter(Boolean).join("\n\n"));
  }
} finally {
  run("daemon", "stop");
}
