import { readFileSync } from "node:fs";
import ccast from "@ccdag/ccast/schema.json" with { type: "json" };
import { ccdag, ccdagDetail } from "@ccdag/processor";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import jsonl from "../jsonl.schema.json" with { type: "json" };
import messages from "../messages.schema.json" with { type: "json" };
import renderJsonl from "../src/jsonl.ts";
import renderMessages from "../src/messages.ts";

const ajv = new Ajv2020({ strictTypes: true, strictTuples: true, allErrors: true, schemas: [ccast] });
const [isRow, areConversations] = [ajv.compile(jsonl), ajv.compile(messages)];

const names = ["sample", "scenarios"];

describe("JSON Schema of JSON Lines", () => {
  it.each(names)("%s: every line matches, at full and at low detail", async (name) => {
    for (const detail of ["full", "talk"] as const) {
      const file = await ccdag().use(ccdagDetail, { detail }).use(renderJsonl).process(projectIn(name));
      for (const line of String(file).trim().split("\n")) {
        expect([isRow(JSON.parse(line)), isRow.errors]).toEqual([true, null]);
      }
    }
  });

  it.each<[string, object]>([
    ["an unknown kind", { type: "branch", uuid: "u" }],
    ["a message without a role", { type: "message", actor: "human", origin: "prompt", uuids: [], children: [] }],
    ["a thread without a session", { type: "notice", entryType: "mode", thread: { branch: "b" } }],
  ])("refuses %s", (_, value) => expect(isRow(value)).toBe(false));
});

describe("JSON Schema of conversations", () => {
  it.each(names)("%s: the output matches", async (name) => {
    const output = JSON.parse(String(await ccdag().use(renderMessages).process(projectIn(name)))) as object;
    expect([areConversations(output), areConversations.errors]).toEqual([true, null]);
  });

  const header = { schemaVersion: 2, generator: "@ccdag/render-json/messages" };
  const path = { leaf: "u", sessionId: "s", active: true, omitted: {}, added: {} };
  it.each<[string, object]>([
    ["another version", { ccdag: { ...header, schemaVersion: 3 }, conversations: [] }],
    ["an empty message", { ccdag: header, conversations: [{ ...path, messages: [{ role: "user", content: [] }] }] }],
    [
      "a block of another kind",
      { ccdag: header, conversations: [{ ...path, messages: [{ role: "user", content: [{ type: "thinking" }] }] }] },
    ],
  ])("refuses %s", (_, value) => expect(areConversations(value)).toBe(false));
});

describe("the stable path", () => {
  it.each([
    ["ccast.json", "../../ccast/schema.json"],
    ["jsonl.json", "../jsonl.schema.json"],
    ["messages.json", "../messages.schema.json"],
  ])("docs/schema/2/%s is identical to the schema of the package", async (name, path) => {
    const text = readFileSync(new URL(path, import.meta.url), "utf8");
    expect((JSON.parse(text) as { $id: string }).$id).toMatch(new RegExp(`/docs/schema/2/${name}$`));
    await expect(text).toMatchFileSnapshot(`../../../docs/schema/2/${name}`);
  });
});
