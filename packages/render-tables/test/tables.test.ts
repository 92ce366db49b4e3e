import { measureUsage, type Message, type Root, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { message, samples, session, toolCall, toolResult, tree as root } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderCsv, { createCsvEncoder } from "../src/csv.ts";
import { type TableRow, tableOf, tables, tablesVersion, toRows } from "../src/index.ts";
import renderParquet from "../src/parquet.ts";
import { schemaPage } from "./schema-page.ts";

const listOf = (tree: Root, name: string): TableRow[] => [...toRows(tree).get(tableOf(name).name)!];
const said = (uuid: string, more: Partial<Message> = {}) => message({ uuid, ...more }, `say ${uuid}`);

describe("the schema", () => {
  it("is the page in docs/schema/1, so that an engine and its users can rely on it", async () => {
    await expect(schemaPage(tables, tablesVersion)).toMatchFileSnapshot("../../../docs/schema/1/tables.md");
  });

  it("each row of each table has a value of the type of each column, and no other", () => {
    const trees = [ccdag().parse(projectIn("sample")), ccdag().parse(projectIn("scenarios"))];
    for (const tree of [...trees, ...samples().map((one) => one.tree)])
      for (const { name, columns } of tables)
        for (const row of listOf(tree, name)) {
          expect(Object.keys(row).sort()).toEqual(columns.map((column) => column.name).sort());
          for (const column of columns)
            expect([column.name, typeOf(row[column.name]!)]).toEqual([column.name, fitting(row[column.name]!, column)]);
        }
  });

  it("names of columns are unique, and none needs quotes in SQL", () => {
    for (const { columns } of tables) {
      expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
      for (const { name } of columns) expect(name).toMatch(/^[a-z][a-z0-9_]+$/);
    }
  });

  it("refuses a name that no table has", () =>
    expect(() => tableOf("session")).toThrow("Expected a table (sessions, "));
});

function typeOf(value: TableRow[string]): string {
  return value === null ? "null" : typeof value;
}

/** The type that a value must have: `null` if it may be missing. */
function fitting(value: TableRow[string], { type, isNullable }: (typeof tables)[number]["columns"][number]): string {
  if (value === null && isNullable) return "null";
  return type === "text" || type === "json" ? "string" : type === "boolean" ? "boolean" : "number";
}

describe("rows", () => {
  it("each message, tool call and agent of a tree has one", () => {
    for (const { tree } of samples()) {
      const nodes = new Map<string, number>();
      walk(tree, ({ type }) => void nodes.set(type, (nodes.get(type) ?? 0) + 1));
      const of = (type: string) => nodes.get(type) ?? 0;
      expect(listOf(tree, "messages")).toHaveLength(of("message") + of("compaction"));
      expect(listOf(tree, "tool_calls").filter(({ name }) => name !== null)).toHaveLength(of("toolCall"));
      expect(listOf(tree, "agents")).toHaveLength(of("agent"));
      expect(listOf(tree, "sessions")).toHaveLength(of("session"));
    }
  });

  it("usage has each API call once, and adds up to what `ccdag usage` measures", () => {
    const tree = ccdag().parse(projectIn("sample"));
    const { total } = measureUsage(tree);
    const rows = listOf(tree, "usage");
    expect(rows).toHaveLength(total.calls);
    expect(rows.reduce((sum, row) => sum + Number(row["output_tokens"]), 0)).toBe(total.output);
    expect(rows.reduce((sum, row) => sum + Number(row["cost"]), 0)).toBeCloseTo(1.16847105, 9);
  });

  it("a model without a price has no cost, which is not 0", () => {
    const answer = said("a", { role: "assistant", model: "other", messageId: "m", usage: { output_tokens: 7 } });
    const [row] = listOf(root(session("s", answer)), "usage");
    expect(row).toMatchObject({ cost: null, output_tokens: 7 });
  });

  it("recorded numbers that no engine can count with are missing", () => {
    const odd = said("a", { timestamp: 9e99, usage: { output_tokens: 1e300, input_tokens: 1.5 }, messageId: "m" });
    const [row] = listOf(root(session("s", odd)), "messages");
    expect(row).toMatchObject({ time: null, output_tokens: null, input_tokens: 1 });
  });

  it("a result without its call is a row without a name: its text is not lost", () => {
    const lone = message({ uuid: "r" }, toolResult({}, "alone"));
    const call = message({ uuid: "c", role: "assistant" }, toolCall({ id: "t", name: "Bash" }, { command: "ls" }));
    const rows = listOf(root(session("s", call, lone)), "tool_calls");
    expect(rows.map(({ name, result, input }) => [name, result, input])).toEqual([
      ["Bash", null, '{"command":"ls"}'],
      [null, "alone", null],
    ]);
  });
});

describe("CSV", () => {
  const line = (row: TableRow) => String(createCsvEncoder(tableOf("edges")).add([row])).split("\n")[1];

  it("a text that a spreadsheet would run is made a text, a missing value differs from an empty one", () => {
    const row: TableRow = {
      from_id: null,
      to_id: "",
      kind: '=cmd|"/c calc"!A1',
      rule: "a,b",
      is_parent: true,
      time: 0,
    };
    expect(line(row)).toBe(`,,,"","'=cmd|""/c calc""!A1","a,b",true,1970-01-01T00:00:00.000Z`);
  });

  it("of the sample is as in its snapshot, and has a heading where there is no row", async () => {
    const usage = String(await ccdag().use(renderCsv, { table: "edges" }).process(projectIn("sample")));
    await expect(usage).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.edges.csv");
    expect(String(createCsvEncoder(tableOf("edges")).add([]))).toBe(
      "project,session_id,from_id,to_id,kind,rule,is_parent,time\n",
    );
  });
});

describe("Parquet", () => {
  it("has the same bytes each time, in pieces or as a whole", async () => {
    const whole = await ccdag().use(renderParquet, { table: "messages" }).process(projectIn("sample"));
    const file = await ccdag().use(renderParquet, { inPieces: true }).process(projectIn("sample"));
    const pieces = [...file.data.pieces!()] as Uint8Array[];
    expect(Buffer.concat(pieces).equals(whole.value as Uint8Array)).toBe(true);
    expect(
      Buffer.from(whole.value as Uint8Array)
        .subarray(0, 4)
        .toString(),
    ).toBe("PAR1");
  });
});
