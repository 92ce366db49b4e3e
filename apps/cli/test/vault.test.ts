import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ccdag, jsonl, put, read, sample, scratch } from "./world.ts";

/** The files of a vault by name, notes without their ending, as Obsidian looks for them. */
function vaultOf(folder: string): Map<string, string> {
  const paths = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => /^[^.].*\.\w+$/.test(path));
  return new Map(paths.map((path) => [basename(path).replace(/\.md$/, ""), read(folder, path)]));
}

/** Every broken link of a vault. */
function broken(vault: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [name, text] of vault)
    for (const [link, target = "", block] of text
      .replaceAll("\\|", "|")
      .matchAll(/(?<!\\)\[\[([^\]|#]*)(?:#\^([^\]|]+))?(?:\|[^\]]*)?\]\]/g)) {
      const note = vault.get(target === "" ? name : target);
      const isThere = block === undefined || note?.includes(`⚓ ^${block}\n`) === true;
      if (note === undefined || !isThere) found.push(`${name}: ${link}`);
    }
  return found;
}

const links = (vault: ReadonlyMap<string, string>) => [...vault.values()].join("\n").match(/\[\[/g)?.length ?? 0;

async function exportVault(input: string, ...options: string[]) {
  const folder = join(scratch(), "vault");
  const { code, stderr } = await ccdag(["export", input, "--to", "obsidian", "-o", `${folder}/`, ...options]);
  return { code, stderr, vault: vaultOf(folder) };
}

const scenarios = join(sample, "../scenarios");
const inputs = [sample, ...readdirSync(scenarios).map((name) => join(scenarios, name, "projects"))];

describe("ccdag export --to obsidian", () => {
  describe.each(inputs)("%s", (input) => {
    it.each([
      [],
      ["--agents", "separate"],
      ["--branches", "separate"],
      ["--agents", "separate", "--branches", "separate", "--limit", "200"],
      ["--agents", "after", "--detail", "full"],
      ["--agents", "none"],
    ])("opens without a broken link %s %s %s", async (...options) => {
      const { code, vault } = await exportVault(input, ...options);
      expect(code).toBe(0);
      expect(broken(vault)).toEqual([]);
      expect(links(vault)).toBeGreaterThan(0);
    });
  });

  it("writes a note for each session, and on request for each agent and branch", async () => {
    const { vault } = await exportVault(sample, "--agents", "separate", "--branches", "separate");
    const kinds = [...vault.keys()].map((name) => name.replace(/-.*$/, "")).sort();
    expect(kinds).toEqual(["2026", "2026", "agent", "branch", "branch", "index"]);
  });

  it("writes the properties of a note, with a link to its parent", async () => {
    const { vault } = await exportVault(sample);
    const properties = (name: string) => parse(vault.get(name)!.split("---\n")[1]!) as Record<string, unknown>;
    const first = "2026-03-14-straight-columns-for-the-weather-table-642fe51e";
    const second = "2026-03-14-straight-columns-for-the-weather-table-branch-7c6e8ad8";
    expect(properties(first)).toMatchObject({
      title: "Straight columns for the weather table",
      aliases: ["Straight columns for the weather table"],
      tags: ["claude-code"],
      session: "642fe51e-78f5-4e03-aad6-929a942a6fe9",
      project: "weather",
      path: "/home/ada/weather",
      branch: "main",
      model: "claude-sonnet-4-5-20250929",
      client: "2.1.329",
      created: "2026-03-14T13:04:59.747Z",
      children: [`[[${second}]]`],
    });
    expect(properties(second)["parent"]).toBe(`[[${first}]]`);
  });

  it("writes images and long outputs as files that the note embeds or links", async () => {
    const folder = scratch();
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
    const result = { type: "tool_result", tool_use_id: "t", content: "line\n".repeat(5000) };
    put(
      folder,
      "p/a.jsonl",
      jsonl(
        { type: "user", uuid: "1", parentUuid: null, message: { content: [{ type: "text", text: "see" }, image] } },
        {
          type: "assistant",
          uuid: "2",
          parentUuid: "1",
          message: { id: "m", content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "yes" } }] },
        },
        { type: "user", uuid: "3", parentUuid: "2", message: { content: [result] } },
      ),
    );
    const { vault } = await exportVault(join(folder, "p"));
    const note = vault.get("see-a")!;
    expect(note).toContain("![[4c4b6a3be1314ab86138.png]]");
    const [, file] = /\[\[([0-9a-f]{20}\.txt)\|in a separate file\]\]/.exec(note) ?? [];
    expect(vault.get(file!)).toBe("line\n".repeat(5000));
    expect(broken(vault)).toEqual([]);
  });

  it("writes the same notes again, and a session that grew changes no other note", async () => {
    const [one, two] = [await exportVault(sample), await exportVault(sample)];
    expect(two.vault).toEqual(one.vault);
  });
});
