import type { FlowContent, Root } from "@ccdag/ccast";
import { agent, answer, branch, message, session, toolCall, tree } from "@ccdag/testkit";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { type ExportRequest, exportTree, loadFormat } from "../src/index.ts";

/** Agents, each of which spawned the next one; `hasSlot` says whether the section of its call has room for it. */
function nestedAgents(count: number, hasSlot: boolean): Root {
  let inner: FlowContent[] = [message("deepest", "the deepest words")];
  for (let level = count; level > 0; level--) {
    const from = hasSlot
      ? { uuid: `m${level}`, toolUseId: `t${level}`, rule: "prompt-exact" }
      : { rule: "unanchored-agent" };
    const call = toolCall({ id: `t${level}`, name: "Task" }, { description: `task ${level}` });
    inner = [
      answer(`m${level}`, `words ${level}.`, call),
      agent({ agentId: `g${level}`, from, nestingLevel: level }, ...inner),
      message(`e${level}`, `after ${level}.`),
    ];
  }
  return tree(session("s1", message("u", "begin"), ...inner));
}

function nestedBranches(count: number, rule: "rewind" | "draft"): Root {
  let inner: FlowContent[] = [message("deepest", "the deepest words")];
  for (let level = count; level > 0; level--)
    inner = [
      answer(`m${level}`, `words ${level}.`),
      branch({ uuid: `b${level}`, rule, from: { uuid: `m${level}` } }, ...inner),
    ];
  return tree(
    session("s1", message("u", "begin"), agent({ agentId: "g", from: { rule: "unanchored-agent" } }, ...inner)),
  );
}

async function render(
  format: string,
  document: Root,
  options: ExportRequest["options"] = {},
  said: readonly string[] = [],
): Promise<string> {
  const file = new VFile({ path: "project", data: { companions: [] } });
  const exported = await exportTree(file, { renderer: await loadFormat(format), tree: document, options });
  const { texts } = exported.render(exported.documents[0]!);
  expect(file.messages.map(String)).toEqual(said);
  return texts.join("\n");
}

const ofTrees = ["markdown", "github", "plain", "llm", "obsidian", "html", "json", "jsonl"];

describe("threads may be nested to any depth", () => {
  describe.each(ofTrees)("%s", (format) => {
    it.each([
      ["agents in the sections of their calls", nestedAgents(1500, true)],
      ["agents beside their calls", nestedAgents(1500, false)],
      ["branches in an agent", nestedBranches(1500, "rewind")],
      ["drafts in an agent", nestedBranches(1500, "draft")],
    ])("%s: every message is there", async (_, document) => {
      const text = await render(format, document);
      expect(text).toContain("the deepest words");
      const words = new Set([...text.matchAll(/words (\d+)\./g)].map(([, level]) => level));
      expect(words.size).toBe(1500);
    });
  });

  it("messages, traces and drawings of them end, too", async () => {
    for (const format of ["messages", "atif", "inspect", "mermaid", "dot"])
      expect(await render(format, nestedAgents(1500, true))).not.toBe("");
    const untimed = "project:1:1: 3002 spans without a time: the time of what was before it";
    expect(await render("otel", nestedAgents(1500, true), {}, [untimed])).not.toBe("");
  });

  it("a link leads to each agent that is nested too deep, and each agent has its anchor once", async () => {
    const html = await render("html", nestedAgents(40, true));
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    for (let level = 1; level <= 40; level++) expect(ids.filter((id) => id === `agent-g${level}`)).toHaveLength(1);
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(links.filter((id) => !ids.includes(id) && id !== "content")).toEqual([]);
    for (const level of [13, 25, 37]) expect(links).toContain(`agent-g${level}`);
  });

  it.each(["after", "none"] as const)("agents: %s", async (agents) => {
    for (const format of ["markdown", "html"])
      expect((await render(format, nestedAgents(1500, true), { agents })).includes("the deepest words")).toBe(
        agents === "after",
      );
  });
});
