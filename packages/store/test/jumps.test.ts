import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { append } from "../src/append.ts";
import { createSession } from "../src/sessions.ts";
import { type OpenDatabase, openDatabase } from "../src/sql/open-database.ts";

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly depth: number;
  readonly jump_id: string;
  readonly jump_depth: number;
}

describe("the jumps to ancestors", () => {
  let open: OpenDatabase;
  beforeAll(async () => void (open = await openDatabase(undefined)));
  afterAll(() => open.close());

  test("property: each leads to the ancestor that it names, and few of them lead to any depth", async () => {
    // How far back the parent of each message is; 400 is a new root.
    const back = fc.oneof(
      { weight: 200, arbitrary: fc.constant(0) },
      { weight: 10, arbitrary: fc.nat({ max: 60 }) },
      { weight: 1, arbitrary: fc.constant(400) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(back, { minLength: 200, maxLength: 400, size: "max" }), async (steps) => {
        const { id } = await createSession(open.db, {});
        const ids: string[] = [];
        for (const step of steps) {
          const parentId = ids.at(-1 - step);
          const where = parentId === undefined ? { root: true } : { parentId };
          const { messages } = await append(open.db, id, [{ role: "user", parts: [], meta: {} }], where);
          ids.push(messages[0]!.id);
        }
        const { rows } = await sql<Row>`select * from ccdag.messages where session_id = ${id}`.execute(open.db);
        expect(rows).toHaveLength(steps.length);
        checkJumps(new Map(rows.map((row) => [row.id, row])));
      }),
      { numRuns: 3 },
    );
  });
});

function checkJumps(rows: ReadonlyMap<string, Row>): void {
  for (const row of rows.values()) {
    const path = [row];
    while (path.at(-1)!.parent_id !== null) path.push(rows.get(path.at(-1)!.parent_id!)!);
    expect(path).toHaveLength(row.depth);
    const jump = path.find(({ depth }) => depth === row.jump_depth);
    expect([jump?.id, row.depth === 1 || row.jump_depth < row.depth]).toEqual([row.jump_id, true]);
    for (let depth = 1; depth < row.depth; depth += 7) expect(stepsTo(depth, row, rows)).toBeLessThanOrEqual(most(row));
  }
}

/** How many steps lead from a message to its ancestor at a depth. */
function stepsTo(depth: number, from: Row, rows: ReadonlyMap<string, Row>): number {
  let steps = 0;
  for (let at = from; at.depth > depth; steps++) at = rows.get(at.jump_depth >= depth ? at.jump_id : at.parent_id!)!;
  return steps;
}

/** Jumps of one length up, then ever shorter ones: about three for each bit of the depth. */
function most({ depth }: Row): number {
  return 3 * Math.ceil(Math.log2(depth + 1)) + 1;
}
