import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { account, audit, type Nodes, type Root, toText, uuidsOf, walk } from "@ccdag/ccast";
import { readProject } from "@ccdag/files";
import { arrangeClient } from "@ccdag/files/clients";
import { ccdag } from "@ccdag/processor";
import { expect, onTestFinished } from "vitest";
import sourceCodex, { codexFiles as files } from "../src/index.ts";
import { type Json, Rollout } from "./rollout.ts";

/** A data folder with rollouts, by the path of each, or under the path that each says. */
export async function homeOf(contents: ReadonlyArray<Rollout | readonly [string, Rollout | string]>): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "codex-"));
  onTestFinished(() => rm(home, { recursive: true }));
  for (const one of contents) {
    const [path, content] = one instanceof Rollout ? [one.path(), one] : one;
    const at = join(home, "data", path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, typeof content === "string" ? content : content.text);
  }
  return home;
}

/** Arrange a data folder, and read it: all of its lines are accounted for. */
export async function readHome(contents: Parameters<typeof homeOf>[0]) {
  const home = await homeOf(contents);
  const { root, failed } = await arrangeClient(files, join(home, "data"), join(home, "cache"));
  expect(failed).toEqual([]);
  const project = await readProject(root);
  const tree = ccdag().use(sourceCodex).parse(project);
  expect(audit(tree, project.data.ledger!)).toEqual([]);
  expect(account(tree, project.data.ledger!).lines).toBe(await countLines(root));
  return { home, root, tree, rows: outline(tree), project };
}

async function countLines(root: string): Promise<number> {
  let lines = 0;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith(".jsonl"))
      lines += (await readFile(join(entry.parentPath, entry.name), "utf8")).match(/[^\n]+/g)?.length ?? 0;
  return lines;
}

/** What was said, as one line for each node; sessions, branches and agents are indented, and say what they leave from. */
function outline(tree: Root): string[] {
  const rows: string[] = [];
  /** Of each part: how deep it is, and what was said last in it. */
  const parts = new Map<Nodes, { depth: number; last: string }>([[tree, { depth: 0, last: "" }]]);
  const lastAt = new Map<string, string>();
  walk(tree, (node, parent) => {
    const part = parent === undefined ? { depth: 0, last: "" } : parts.get(parent)!;
    const isPart = node.type === "branch" || node.type === "agent" || node.type === "session";
    parts.set(node, isPart ? { depth: part.depth + 1, last: part.last } : part);
    const put = (row: string) => void rows.push(`${"  ".repeat(part.depth)}${row}`);
    if (node.type === "session") {
      const from = node.from?.uuid === undefined ? "" : ` after ${lastAt.get(node.from.uuid)}`;
      put(`session ${node.sessionId[0]!}${node.title === undefined ? "" : `: ${node.title}`}${from}`);
    }
    if (node.type === "branch") put(`branch${node.active === true ? " *" : ""}`);
    if (node.type === "agent") put(`${node.mode} agent ${node.name ?? "?"} of ${node.from.toolUseId ?? "none"}`);
    if (node.type === "message" && node.origin !== "meta") {
      part.last = toText(node);
      put(`${node.origin}: ${part.last}`);
    }
    if (node.type === "compaction") put(`compaction ${node.trigger ?? "?"}: ${toText(node)}`);
    if (node.type === "toolCall") put(`call ${node.name} ${JSON.stringify(node.input)}`);
    if (node.type === "toolResult") put(`${node.isError ? "error" : "result"}: ${toText(node)}`);
    for (const uuid of uuidsOf(node)) lastAt.set(uuid, part.last);
  });
  return rows;
}

/** The input tokens of all answers, with those from the cache; copies count once. */
export function inputTokens(tree: Root): number {
  let sum = 0;
  walk(tree, (node) => {
    const used = node.type === "message" ? (node.usage as Json | undefined) : undefined;
    for (const name of ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"])
      sum += Number(used?.[name] ?? 0);
  });
  return sum;
}
