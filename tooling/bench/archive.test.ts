import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { account, agentsIn, audit, leaves } from "@ccdag/ccast";
import { readProject } from "@ccdag/files";
import { ccdag, default as ccdagParse } from "@ccdag/processor";
import { expect, it } from "vitest";
import { generateArchive } from "./archive-generate.mjs";
import { shareOf } from "./archive-share.mjs";
import { isWritten } from "./archive-table.mjs";

const folder = (): string => mkdtempSync(join(tmpdir(), "ccdag-archive-"));
const contentOf = (at: string): string[] =>
  readdirSync(at, { recursive: true, encoding: "utf8" })
    .sort()
    .flatMap((path) => (/\.jsonl?$/.test(path) ? `${path}\n${readFileSync(join(at, path), "utf8")}` : []));

it("the archive of the benchmark is the same for one seed, and is read whole: agents, compactions, rewinds", async () => {
  const [one, same, other] = [folder(), folder(), folder()];
  generateArchive(one, 3, { sessions: 2 });
  generateArchive(same, 3, { sessions: 2 });
  generateArchive(other, 3, { sessions: 2, seed: 2 });
  expect(contentOf(one)).toEqual(contentOf(same));
  expect(contentOf(one)).not.toEqual(contentOf(other));
  const file = await readProject(one);
  const tree = ccdag().use(ccdagParse).parse(file);
  expect(audit(tree, file.data.ledger!)).toEqual([]);
  expect(account(tree, file.data.ledger!).lines).toBeGreaterThan(1000);
  expect(agentsIn(tree).every(({ agent, call }) => call !== undefined && !agent.missing)).toBe(true);
  expect([agentsIn(tree).length > 0, leaves(tree).length > 2]).toEqual([true, true]);
});

it("what an output holds of an archive is counted: all of it, or what is left of it", () => {
  const [archive, output] = [folder(), folder()];
  generateArchive(archive, 1, { sessions: 1 });
  const records = contentOf(archive).join("\n");
  writeFileSync(join(output, "all.txt"), records.replaceAll(/\\[nt]/g, "\n"));
  expect(shareOf(archive, output)).toEqual({ prompts: 1, replies: 1, thinking: 1, results: 1, agents: 1 });
  const half = join(folder(), "half");
  mkdirSync(half);
  writeFileSync(join(half, "none.md"), "# Nothing of it\n");
  expect(Object.values(shareOf(archive, half))).toEqual([0, 0, 0, 0, 0]);
});

it("the page of benchmarks shows the figures of `pnpm bench archive --write`", () => {
  expect(isWritten()).toBe(true);
});
