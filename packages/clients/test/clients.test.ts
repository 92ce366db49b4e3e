import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clients } from "@ccdag/ccast";
import { afterAll, describe, expect, it } from "vitest";
import { clientHomes, clientHomesIn, clientOf, clientsOf, clientTable, sourceFor } from "../src/index.ts";

const person = mkdtempSync(join(tmpdir(), "clients-"));
afterAll(() => rmSync(person, { recursive: true, force: true }));

describe("the table of coding agents (E12)", () => {
  it.each(clientTable.map((client) => [client.name, client] as const))(
    "%s is known by one name",
    async (name, client) => {
      const { source, files } = await client.load();
      expect({ source: source.name, files: files.name, mark: source.mark }).toEqual({
        source: name,
        files: name,
        mark: client.mark,
      });
      expect({ folder: files.folder, variable: files.variable }).toEqual({
        folder: client.folder,
        variable: client.variable,
      });
      expect(clients[name]).toBeDefined();
    },
  );

  it("finds the folders of those that are there", () => {
    mkdirSync(join(person, ".codex"));
    const named = mkdtempSync(join(person, "elsewhere-"));
    const found = (env: Record<string, string>) => clientHomes(env).map(({ client, home }) => [client.name, home]);
    expect(found({ HOME: person })).toEqual([["codex", join(person, ".codex")]]);
    expect(found({ HOME: person, CODEX_HOME: named })).toEqual([["codex", named]]);
    expect(clientHomesIn(person).map(({ client }) => client.name)).toEqual(["codex"]);
    expect(clientHomesIn(join(person, ".codex")).map(({ client }) => client.name)).toEqual(["codex"]);
    expect(clientHomesIn(named)).toEqual([]);
  });

  it("has no source for a transcript of Claude Code", async () => {
    expect(await sourceFor('{"type":"user","uuid":"u1"')).toBeUndefined();
    for (const { name, mark } of clientTable) expect((await sourceFor(`{${mark}:1`))?.name).toBe(name);
  });

  it("is continued by plugins: each brings where its files are, and the source of its name", async () => {
    const { source, files } = await clientTable.find(({ name }) => name === "pi")!.load();
    const own = { ...source, name: "knots", mark: '"knots"' };
    const ownFiles = { ...files, name: "knots", folder: ".knots" };
    const found = clientsOf({ ccdagClients: [ownFiles], ccdagExtensions: [{ sources: [own] }] });
    mkdirSync(join(person, ".knots"));
    expect(clientHomes({ HOME: person }, ["knots"], found).map(({ home }) => home)).toEqual([join(person, ".knots")]);
    expect(clientOf('{"knots":1}', found)?.name).toBe("knots");
    expect(clientOf('{"type":"session"}', found)?.name).toBe("pi");
    const without = () =>
      clientsOf({ ccdagClients: [ownFiles], ccdagExtensions: [{ sources: [{ ...own, mark: undefined }] }] });
    expect(without).toThrow("Expected a source `knots` with a `mark`");
  });
});
