import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaves, type Root } from "@ccdag/ccast";
import { readProject } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import { openStore, type Store } from "@ccdag/store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkOut, importFolder, storedFiles } from "../src/index.ts";
import { databases } from "./databases.ts";
import { Projects } from "./transcripts.ts";

describe.each(databases)("what comes back from a store over $name", (database) => {
  let store: Store;
  let place: string;
  beforeAll(async () => {
    store = await openStore(await database.make());
    place = mkdtempSync(join(tmpdir(), "ccdag-back-"));
  });
  afterAll(async () => {
    rmSync(place, { recursive: true, force: true });
    await store.close();
    await database.remove();
  });

  test("S014 files come back byte for byte, whatever is in them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.uint8Array({ maxLength: 3000 }), fc.uuid(), async (name, bytes, projectId) => {
        const projects = new Projects();
        try {
          projects.write(`${name}.jsonl`, bytes);
          await importFolder(store, projects.folder, { projectId });
          const files = await storedFiles(store, projectId);
          expect(await Promise.all(files.map(async ({ read }) => Buffer.from(await read())))).toEqual([
            Buffer.from(bytes),
          ]);
        } finally {
          projects.remove();
        }
      }),
      { numRuns: 40 },
    );
  });

  test("S008 S011 what programs stored has the same leaves and paths when it is read as a transcript", async () => {
    // Each message follows one of those before it; the kind of its parent does not matter, as after a retry.
    const trees = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(trees, fc.uuid(), async (tree, projectId) => {
        const { id } = await store.createSession({ projectId });
        const ids: string[] = [];
        for (const [at, [parent, isUser]] of tree.entries()) {
          const parts = [{ type: "text", text: `message ${at}` }];
          const parentId = ids[parent % Math.max(1, ids.length)];
          const { message } = await store.append(
            id,
            { role: isUser ? "user" : "assistant", parts, meta: {} },
            { parentId },
          );
          ids.push(message.id);
        }
        const { folder } = await checkOut(store, join(place, projectId), projectId);
        const read = ccdag().parse(await readProject(folder)) as Root;
        const own = (await store.leaves(id)).leaves.map(({ messageId, depth }) => `${messageId} ${depth}`);
        expect(
          leaves(read)
            .map(({ uuid, depth }) => `${uuid} ${depth}`)
            .sort(),
        ).toEqual(own.sort());
      }),
      { numRuns: 40 },
    );
  });

  test("a second checkout writes only what changed, and removes what is gone", async () => {
    const projectId = "30000000-0000-4000-8000-000000000000";
    const sessions = await Promise.all([1, 2].map(() => store.createSession({ projectId })));
    const say = { role: "user", parts: [{ type: "text", text: "Hello" }], meta: {} } as const;
    for (const { id } of sessions) await store.append(id, say);
    const folder = join(place, "twice");
    expect(await checkOut(store, folder, projectId)).toMatchObject({ files: 2, written: 2 });
    await store.append(sessions[0]!.id, say);
    expect(await checkOut(store, folder, projectId)).toMatchObject({ files: 2, written: 1 });
    await store.deleteSession(sessions[1]!.id);
    expect(await checkOut(store, folder, projectId)).toMatchObject({ files: 1, written: 0 });
    expect(() => readFileSync(join(folder, "projects/store", `${sessions[1]!.id}.jsonl`))).toThrow("ENOENT");
  });

  // Whoever can write into a database chooses its rows, and a list beside transcripts is anybody's.
  test("no path of a row or of the list of a checkout leaves the folder, and none goes through a link", async () => {
    const projectId = "30000000-0000-4000-8000-000000000001";
    const folder = join(place, "planted");
    const paths = [
      "../../stolen",
      "a/../../../stolen",
      "/stolen",
      "C:stolen",
      "link/stolen",
      `p/${"n".repeat(300)}.jsonl`,
    ];
    const read = async () => new TextEncoder().encode("planted");
    const planted: Store = {
      ...store,
      transcripts: {
        ...store.transcripts,
        addedSessions: async () => [],
        files: async () => [...paths, "p/own.jsonl"].map((path) => ({ path, hash: path })) as never,
        read,
      },
    };
    mkdirSync(join(folder, "projects"), { recursive: true });
    const outside = join(place, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(folder, "projects/link"));
    for (const name of ["kept", "own"]) writeFileSync(join(outside, name), name);
    const list = ["../../outside/kept", "link/own", join(outside, "kept")].map((path) => [path, "s"]);
    writeFileSync(join(folder, ".ccdag-checkout.json"), JSON.stringify([...list, null, [7, 7], "x"]));
    const found = await checkOut(planted, folder, projectId);
    expect([found.written, found.refused]).toEqual([1, paths]);
    expect(readdirSync(outside).sort()).toEqual(["kept", "own"]);
    expect(readdirSync(place)).not.toContain("stolen");
    expect(readdirSync(join(folder, "projects")).sort()).toEqual(["link", "p"]);
  });

  test("a path that would leave its folder is refused", async () => {
    for (const path of ["../a.jsonl", "/etc/a.jsonl", "a//b.jsonl", "a/..", "a\\b.jsonl", "a\0.jsonl", "C:a.jsonl"])
      await expect(
        store.transcripts.keep({
          files: [{ path, bytes: new Uint8Array() }],
          variantOf: (one, number) => `${number}-${one}`,
        }),
      ).rejects.toMatchObject({ code: "INVALID_BODY" });
  });
});
