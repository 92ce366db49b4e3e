// Tries three strategies at once, and tags the best: node dist/index.js <base url>
import { pathToFileURL } from "node:url";
import { type ClientTreeNode, StoreClient } from "@ccdag/client";

/** What is tried; a program of yours asks a model here. */
export type Attempt = (strategy: string) => Promise<{ readonly answer: string; readonly score: number }>;

/** Try strategies in parallel, tag the best as `best`, continue it as `main`, and draw the tree. */
export async function tryAll({ sessions }: StoreClient, task: string, names: readonly string[], attempt: Attempt) {
  const { id } = await sessions.create();
  const { id: from } = await sessions.storeMessage(id, { role: "user", content: task });
  const tries = await Promise.all(
    names.map(async (branch) => {
      await sessions.storeMessage(id, { role: "user", content: `Try ${branch}` }, { branch, from });
      const { answer, score } = await attempt(branch);
      const last = await sessions.storeMessage(id, { role: "assistant", content: answer }, { branch });
      return { score, messageId: last.id };
    }),
  );
  const { messageId, score } = tries.reduce((best, one) => (one.score > best.score ? one : best));
  await sessions.setRef(id, "best", { messageId, kind: "tag", meta: { score } });
  await sessions.setRef(id, "main", { messageId });
  const [{ nodes }, { refs }] = [await sessions.getTree(id), await sessions.listRefs(id)];
  const children = new Map<string | null, ClientTreeNode[]>();
  for (const node of nodes) children.set(node.parentId, [node, ...(children.get(node.parentId) ?? [])]);
  const [lines, left]: [string[], ClientTreeNode[]] = [[], children.get(null)!];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const names = refs.flatMap(({ messageId, name }) => (messageId === node!.id ? [name] : []));
    lines.push(`${"  ".repeat(node.depth)}${node.role} ${names.join(", ")}`.trimEnd());
    left.push(...(children.get(node.id) ?? []));
  }
  return { id, drawing: lines.join("\n") };
}

const [program, baseUrl = "http://127.0.0.1:8765/api/v1"] = process.argv.slice(1);
const attempt: Attempt = async (strategy) => ({ answer: `${strategy}: done`, score: strategy.length });
if (program !== undefined && import.meta.url === pathToFileURL(program).href) {
  const client = new StoreClient({ baseUrl, token: process.env["CCDAG_STORE_TOKEN"] });
  console.log((await tryAll(client, "Plan a garden", ["beds", "trees", "pond-and-stones"], attempt)).drawing);
}
