import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const top = new URL("../../", import.meta.url);
const folders = [...readdirSync(new URL("packages/", top)).map((name) => `packages/${name}`), "apps/cli"].sort();

type Entries = Readonly<Record<string, { "@ccdag/source"?: string }>>;

describe("public names", () => {
  it.each(folders)("%s exports what it says, and nothing by accident", async (folder) => {
    const text = readFileSync(new URL(`${folder}/package.json`, top), "utf8");
    const { exports } = JSON.parse(text) as { exports: Entries };
    const lines: string[] = [];
    for (const [path, { "@ccdag/source": source }] of Object.entries(exports)) {
      if (source === undefined) continue;
      const exported = (await import(`../../${folder}/${source.slice(2)}`)) as Record<string, unknown>;
      const prefix = path === "." ? "" : `${path} `;
      for (const key of Object.keys(exported).sort()) lines.push(`${prefix}${key}: ${typeof exported[key]}`);
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`exports/${folder.slice(folder.indexOf("/") + 1)}.txt`);
  });
});
