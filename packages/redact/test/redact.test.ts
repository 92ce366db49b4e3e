import { audit, type Ledger, type Root } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import ccdagRedact, { extra, redact } from "../src/index.ts";
import { chance } from "./planted.ts";
import { projectIn } from "../../../tooling/fixtures/project.ts";

const key = `ghp_${chance(36)}`;
const other = `ghp_${chance(37).slice(1)}`;
const position = { start: { line: 7, column: 1 }, end: { line: 7, column: 9 } };

/** A session with one message. */
function tree(content: unknown[], more: object = {}): Root {
  const message = { type: "message", role: "user", actor: "human", origin: "prompt", uuid: "u1", uuids: ["u1"] };
  const children = [{ ...message, position, children: content, ...more }];
  return {
    type: "root",
    children: [{ type: "session", sessionId: "s1", data: { path: "s1.jsonl" }, children }],
  } as unknown as Root;
}

describe("redact", () => {
  it("gives the same secret the same name, and another secret another name", async () => {
    const content = [key, other, `again ${key}`].map((value) => ({ type: "text", value }));
    const { tree: output, audit } = await redact(tree(content), undefined);
    expect(JSON.stringify(output)).toContain('"REDACTED-github-1"},{"type":"text","value":"REDACTED-github-2"}');
    expect(JSON.stringify(output)).toContain("again REDACTED-github-1");
    expect(audit).toEqual({
      note: expect.stringContaining("a net") as string,
      total: 3,
      findings: [
        { rule: "github", location: "s1.jsonl:7", count: 3, names: ["REDACTED-github-1", "REDACTED-github-2"] },
      ],
      images: 0,
    });
  });

  it("searches recorded data: inputs, results, unknown blocks and fields, and their keys", async () => {
    const call = {
      type: "toolCall",
      id: "t1",
      name: "Bash",
      input: { env: [{ [key]: { deep: key } }] },
      result: {
        type: "toolResult",
        structured: { stdout: key, list: [[key]] },
        children: [{ type: "text", value: key }],
      },
      data: { unknown: { note: key } },
    };
    const block = { type: "unknown", blockType: "new", raw: { any: key, __proto__x: key } };
    const { tree: output, audit } = await redact(tree([call, block]), undefined);
    expect(JSON.stringify(output)).not.toContain(key);
    expect(JSON.stringify(output)).toContain('{"REDACTED-github-1":{"deep":"REDACTED-github-1"}}');
    expect(audit.total).toBe(7);
  });

  it("keeps a field that is called `__proto__`", async () => {
    const raw = JSON.parse(`{"__proto__": {"a": "${key}"}, "b": 1}`) as object;
    const { tree: output } = await redact(tree([{ type: "unknown", blockType: "new", raw }]), undefined);
    expect(JSON.stringify(output)).toContain('{"__proto__":{"a":"REDACTED-github-1"},"b":1}');
  });

  it("reads a list of lines as one text: the lines of a diff", async () => {
    const lines = [
      "-----BEGIN PRIVATE KEY-----",
      `+MII${chance(60)}`,
      `+${chance(20)}`,
      "-----END PRIVATE KEY-----",
      " x",
    ];
    const structured = { structuredPatch: [{ lines }] };
    const { tree: output } = await redact(
      tree([
        {
          type: "toolCall",
          id: "t",
          name: "Edit",
          input: {},
          result: { type: "toolResult", structured, children: [] },
        },
      ]),
      undefined,
    );
    expect(JSON.stringify(output)).toContain('"lines":["REDACTED-private-key-1","","",""," x"]');
  });

  it("removes and counts images; they stay only on request", async () => {
    const images = [
      { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
      { type: "document", mediaType: "application/pdf", title: "Bill", url: "https://host.io/bill.pdf" },
      { type: "text", value: `![x](data:image/png;base64,${chance(200)})` },
      { type: "unknown", blockType: "video", raw: { source: { data: chance(2000) } } },
    ];
    const closed = await redact(tree(images), undefined);
    expect(closed.tree.children[0]).toMatchObject({
      children: [
        {
          children: [
            { type: "image", mediaType: "image/png", redacted: true },
            { type: "document", title: "Bill", redacted: true },
            { value: "![x](REDACTED-data-1)" },
            { raw: { source: { data: "REDACTED-data-2" } } },
          ],
        },
      ],
    });
    expect(JSON.stringify(closed.tree)).not.toMatch(/iVBO|bill\.pdf/);
    expect(closed.audit.images).toBe(2);
    const open = await redact(tree(images), undefined, { images: true });
    expect(open.tree).toEqual(tree(images));
  });

  it("redacts paths and ids in the tree and in the ledger alike", async () => {
    const path = "-home-alexandra-app/s1.jsonl";
    const root = tree([], { id: `${path}:7`, uuid: undefined, uuids: [] });
    (root.children[0] as { data: object }).data = { path };
    const ledger: Ledger = {
      lines: 3,
      records: [{ path, line: 7, type: "user", uuid: "u1", blocks: 0, heldBy: [`${path}:1`] }],
      folded: [{ path, line: 8, uuid: "u2", into: `${path}:7`, rule: "duplicate-line" }],
      malformed: [{ path, line: 9, lost: 3 }],
      hidden: [`${path}:7`],
    };
    const output = await redact(root, ledger);
    expect(JSON.stringify([output.tree, output.ledger, output.audit])).not.toContain("alexandra");
    expect(output.ledger?.folded[0]?.into).toBe("-home-REDACTED-user-1-app/s1.jsonl:7");
    expect(JSON.stringify(output.tree)).toContain('"id":"-home-REDACTED-user-1-app/s1.jsonl:7"');
  });

  it("changes no field of the format, whatever a user is called", async () => {
    const root = tree([{ type: "text", value: "/home/message/x and /home/human/y" }]);
    const { tree: output } = await redact(root, undefined);
    expect(output.children[0]).toMatchObject({ type: "session", children: [{ type: "message", actor: "human" }] });
  });

  it("does not change its input, and does not recurse into nested data", async () => {
    let raw: unknown = key;
    for (let depth = 0; depth < 20_000; depth++) raw = [raw];
    const root = tree([{ type: "unknown", blockType: "new", raw }]);
    const { audit } = await redact(root, undefined);
    expect(audit.total).toBe(1);
    let bottom = raw;
    while (Array.isArray(bottom)) bottom = bottom[0];
    expect(bottom).toBe(key);
  });
});

describe("what a call shows, its command says (redaction)", () => {
  const answer = (input: object, output: string) => ({
    type: "toolCall",
    id: "t",
    name: "Bash",
    input,
    result: { type: "toolResult", structured: { stdout: output }, children: [{ type: "text", value: output }] },
  });

  it.each([
    [{ command: "pass show work/db" }, "Tr0ub4dor-x"],
    [{ command: "echo $API_TOKEN" }, chance(24)],
    [{ file_path: "/srv/.ssh/id_rsa" }, `     8→${chance(64)}\n     9→${chance(64)}`],
  ])("%j: its output is a secret, although it stands alone", async (input, output) => {
    const { tree: redacted } = await redact(tree([answer(input, output)]), undefined);
    expect(JSON.stringify(redacted)).not.toContain(output.slice(-20));
    expect(JSON.stringify(redacted)).toMatch(/"stdout":"[^"]*REDACTED-/);
  });

  it.each([
    [{ command: "pass ls" }, "Tr0ub4dor-x"],
    [{ command: "pass show work/db" }, "Error: work/db is not in the password store."],
    [{ file_path: "/srv/cert.pem" }, `     8→${chance(64)}\n     9→${chance(64)}`],
    [{ count: 1 }, "Tr0ub4dor-x"],
  ])("%j: another output stays", async (input, output) => {
    const { tree: redacted } = await redact(tree([answer(input, output)]), undefined);
    expect(JSON.stringify(redacted)).toContain(JSON.stringify(output));
  });
});

describe("the plugin", () => {
  it("removes secrets from tree and ledger, and puts the audit on the file", async () => {
    const record = { type: "user", uuid: "u", parentUuid: null, cwd: "/home/alexandra/x", message: { content: key } };
    const file = new VFile({ path: "-home-alexandra-x/s.jsonl", value: `${JSON.stringify(record)}\n` });
    const processor = ccdag().use(ccdagRedact);
    const output = await processor.run(processor.parse(file), file);
    expect(JSON.stringify([output, file.data.ledger, file.data.redaction])).not.toMatch(/alexandra|ghp_/);
    // What was replaced is neither lost nor changed.
    expect(audit(output, file.data.ledger!)).toEqual([]);
    expect(file.data.redaction?.findings.map(({ rule }) => rule)).toContain("github");
  });

  it("reports the record of each finding, or none where there is no record", async () => {
    const file = projectIn("sample");
    const processor = ccdag().use(ccdagRedact);
    await processor.run(processor.parse(file), file);
    const places = file.data.redaction!.findings.map(({ location }) => location);
    expect(places.filter((place) => !/^(?:.+\.jsonl:\d+)?$/.test(place))).toEqual([]);
    expect(places.filter((place) => place === "").length).toBeGreaterThan(0);
  });
});

describe("custom words", () => {
  const list = "# our customers\nAcme Corp.\n\n/PRJ-\\d+/\n";
  it("are matched in any case, or as patterns", async () => {
    const root = tree([{ type: "text", value: "ACME corp. and Acme Corpse: PRJ-12, prj-12" }]);
    const { tree: output } = await redact(root, undefined, { detectors: [extra(list)] });
    expect(JSON.stringify(output)).toContain("REDACTED-extra-1 and Acme Corpse: REDACTED-extra-2, prj-12");
  });

  it.each(["/(/", "/x*/"])("an unusable pattern is refused: %s", (line) => {
    expect(() => extra(line)).toThrow(SyntaxError);
  });
});
