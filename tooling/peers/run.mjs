// Scores other tools and ccdag on recorded conversations whose course is known: is every text in the output, and in its
// order? Nothing else is compared. Writes `scores.json`.
//   CCDAG_TRUTH  as for `pnpm conformance`
//   CCDAG_PEERS  a folder in which the commands of `install` in peers.mjs were run
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { readProject } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import renderMarkdown from "@ccdag/render-markdown";
import { faultsOf } from "../conformance/markdown.mjs";
import { peers } from "./peers.mjs";
import { textOf } from "./read.mjs";

const { CCDAG_TRUTH: base, CCDAG_PEERS: bins } = process.env;
if (!base || !bins) {
  console.log("Set CCDAG_TRUTH to recorded conversations, and CCDAG_PEERS to the folder of the tools");
  process.exit(2);
}
/** Names instead of paths, for the table. */
const named = { project: "{project}", file: "{file}", stem: "{session}", out: "{out}", number: "{n}" };
const scenarios = readFileSync(join(base, "LIST.txt"), "utf8").split("\n").filter(Boolean);
const rows = [
  { name: "ccdag", version: "this repository", mode: "a project, Markdown", command: "ccdag export {project}" },
];
rows[0].scores = await scoreAll(async ({ projects }) =>
  String(
    await ccdag()
      .use(renderMarkdown)
      .process(await readProject(projects)),
  ),
);
for (const peer of peers) {
  const command = `${basename(peer.bin)} ${peer.call(named).join(" ")}`;
  const { name, version, mode, install } = peer;
  rows.push({ name, version, mode, install, command, scores: await scoreAll((place) => render(peer, place)) });
}
const scores = rows.map(({ scores: of, ...row }) => ({ ...row, ...of }));
writeFileSync(
  new URL("scores.json", import.meta.url),
  `${JSON.stringify({ scenarios: scenarios.length, scores }, undefined, 2)}\n`,
);

async function scoreAll(renderer) {
  const result = { conservation: 0, order: 0, failed: 0 };
  const missing = [];
  for (const scenario of scenarios) {
    const folder = mkdtempSync(join(tmpdir(), "peer-"));
    const projects = join(folder, "home/.claude/projects");
    mkdirSync(join(folder, "out"));
    cpSync(join(base, "truth", scenario, "projects"), projects, { recursive: true });
    const expected = JSON.parse(readFileSync(join(base, "truth", scenario, "expected.json"), "utf8"));
    // Warm-up agents are not part of the conversation: a tool may omit them.
    expected.agents = expected.agents.filter(({ mode }) => mode !== "warmup");
    try {
      const { conservation, order } = faultsOf(
        await renderer({ folder, projects, out: join(folder, "out") }),
        expected,
      );
      if (conservation.length === 0) result.conservation++;
      if (order.length === 0) result.order++;
      if (conservation.length > 0) missing.push(`${scenario}: ${conservation.join("; ")}`);
      else if (order.length > 0) missing.push(`${scenario}: ${order.join("; ")}`);
    } catch (error) {
      result.failed++;
      console.log(`${scenario}: ${String(error.message).slice(0, 200)}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log(`${JSON.stringify(result)}\n${missing.map((line) => `  ${line}`).join("\n")}`);
  return result;
}

/** Run a tool on a project as its user would, and read all its output, in the order of the transcripts. */
async function render({ bin, per, call, after, reads }, { folder, projects, out }) {
  const project = join(projects, readdirSync(projects)[0]);
  const files = readdirSync(project, { recursive: true })
    .filter((path) => path.endsWith(".jsonl") && statSync(join(project, path)).size > 0)
    .map((path) => join(project, path))
    .sort((a, b) => (firstTime(a) < firstTime(b) ? -1 : 1));
  const isMain = (path) => !basename(path).startsWith("agent-") && !path.slice(project.length + 1).includes("/");
  const inputs = {
    project: [{}],
    file: files.map((file) => ({ file })),
    main: files.filter(isMain).map((file) => ({ file })),
    number: files.map((_, index) => ({ number: index + 1 })),
  }[per];
  const env = { PATH: process.env.PATH, HOME: join(folder, "home"), TERM: "dumb", COLUMNS: "200", NO_COLOR: "1" };
  const texts = [];
  for (const input of inputs) {
    const stem = input.file === undefined ? undefined : basename(input.file, ".jsonl");
    for (const one of [call, after].filter(Boolean)) {
      const asked = promisify(execFile)(join(bins, bin), one({ ...input, project, out, stem }), {
        env,
        timeout: 120_000,
        maxBuffer: 1e9,
      });
      asked.child.stdin.end();
      const { stdout } = await asked.catch((error) => error);
      if (reads === "stdout") texts.push(stdout ?? "");
    }
  }
  if (reads === "stdout") return texts.join("\n");
  const output = readdirSync(out, { recursive: true }).filter(
    (path) => reads.test(path) && existsSync(join(out, path)),
  );
  return output
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => textOf(readFileSync(join(out, path), "utf8"), path))
    .join("\n");
}

function firstTime(path) {
  return /"timestamp":"([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
}
