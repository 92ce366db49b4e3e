import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { account, agentsIn, audit, leaves } from "@ccdag/ccast";
import { readProject } from "@ccdag/files";
import { ccdag, default as ccdagParse } from "@ccdag/processor";
import { expect, it } from "vitest";
import { generateArchive } from "./archive-generate.mjs";

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
