// `pnpm bench store`: the store beside a bare `INSERT` and `SELECT` of the same rows, in one run, over PGlite in a folder and, if
// DATABASE_URL names a server, over PostgreSQL. Options: --rows=<n> for each round (default 2000), --import=<MB> (default 50),
// --sizes=<n,…> (default 1000,10000,100000).
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { importFolder } from "@ccdag/server";
import { openStore } from "@ccdag/store";
import { generateArchive } from "./archive-generate.mjs";
import { databasesFor } from "./store-databases.mjs";
import { chain, timeOf, median, say, timed } from "./store-rows.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rows: { type: "string", default: "2000" },
    import: { type: "string", default: "50" },
    sizes: { type: "string", default: "1000,10000,100000" },
  },
});
const rows = Number(values.rows);
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), "ccdag-bench-"));
try {
  for (const database of databasesFor(folder, process.env.DATABASE_URL)) {
    console.log(`\n${database.name}`);
    await compareAppends(database);
    await comparePaths(database);
    await measureLeaves(database);
    for (const size of values.sizes.split(",").map(Number)) await measureSize(database, size);
    await measureImport(database, Number(values.import));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The rate of appends, and of bare inserts of the same rows into the same table; the rounds take turns. */
async function compareAppends(database) {
  const rates = { append: [], insert: [] };
  for (let round = -1; round < rounds; round++) {
    const store = await openStore(database.where);
    const { id } = await store.createSession();
    const appends = await timed(async () => {
      for (let at = 0; at < rows; at++) await store.append(id, say(at));
    });
    await store.close();
    const { query, close } = await database.openBare();
    const session = await bareSession(query);
    const inserts = await timed(() => insertBare(query, session, rows));
    await close();
    // The first round compiles.
    if (round >= 0) {
      rates.append.push((1000 * rows) / appends);
      rates.insert.push((1000 * rows) / inserts);
    }
  }
  const [append, insert] = [median(rates.append), median(rates.insert)];
  console.log(
    `append             ${append.toFixed(0)} a second; bare insert ${insert.toFixed(0)}: ${share(append, insert)}`,
  );
}

async function bareSession(query) {
  const id = randomUUID();
  await query(
    "insert into ccdag.sessions (id, project_id, configs, disable_task_tracking) values ($1, $1, '{}', true)",
    [id],
  );
  return id;
}

async function insertBare(query, session, count) {
  let parent = null;
  for (let at = 1; at <= count; at++) {
    const id = randomUUID();
    const { role, parts, meta } = say(at);
    await query(
      `insert into ccdag.messages (session_id, id, parent_id, jump_id, jump_depth, seq, depth, role, parts, meta, created_at,
        updated_at) values ($1, $2, $3, $2, 1, $4, $4, $5, $6, $7, now(), now())`,
      [session, id, parent, at, role, JSON.stringify(parts), JSON.stringify(meta)],
    );
    parent = id;
  }
}

/** Reading a path of 1,000 messages, beside the recursive query alone. */
async function comparePaths(database) {
  const depth = 1000;
  const store = await openStore(database.where);
  const { id } = await store.createSession();
  for (let at = 0; at < depth; at++) await store.append(id, say(at));
  const path = [];
  let leaf;
  for (let run = 0; run < 21; run++)
    path.push(
      await timed(async () => {
        const { items } = await store.path(id);
        leaf = items.at(-1).id;
        if (items.length !== depth) throw new Error("the path is not whole");
      }),
    );
  await store.close();
  const { query, close } = await database.openBare();
  const bare = [];
  for (let run = 0; run < 21; run++)
    bare.push(
      await timed(() =>
        query(
          `with recursive path as (select * from ccdag.messages where session_id = $1 and id = $2
            union all select m.* from path p join ccdag.messages m on m.session_id = $1 and m.id = p.parent_id)
          select * from path order by depth`,
          [id, leaf],
        ),
      ),
    );
  await close();
  const [own, only] = [median(path.slice(1)), median(bare.slice(1))];
  console.log(
    `path of 1,000      ${own.toFixed(1)} ms; bare recursive query ${only.toFixed(1)} ms: ×${(own / only).toFixed(2)}`,
  );
}

async function measureLeaves(database) {
  const store = await openStore(database.where);
  const { id } = await store.createSession();
  const { message } = await store.append(id, say(0));
  for (let at = 0; at < 1000; at++) await store.append(id, say(at), { parentId: message.id });
  const all = await timeOf(21, async () => {
    const { leaves } = await store.leaves(id);
    if (leaves.length !== 1000) throw new Error("leaves are missing");
  });
  console.log(`1,000 branches     ${all.toFixed(1)} ms`);
  await store.close();
}

/** What each call costs in a session of a size. */
async function measureSize(database, size) {
  const store = await openStore(database.where);
  const id = await chain(store, size);
  const first = await store.path(id, { limit: 50 });
  const cells = {
    append: await timeOf(200, (at) => store.append(id, say(at))),
    "first page": await timeOf(21, () => store.path(id, { limit: 50 })),
    "next page": await timeOf(21, () => store.path(id, { limit: 50, cursor: first.nextCursor, leafId: first.leafId })),
    "newest page": await timeOf(21, () => store.path(id, { limit: 50, timeDesc: true })),
    branches: await timeOf(21, () => store.leaves(id)),
    "whole path": await timeOf(3, () => store.path(id)),
    tree: await timeOf(3, () => store.tree(id)),
  };
  const texts = Object.entries(cells).map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`);
  console.log(`${String(size).padEnd(7)} messages   ${texts.join(", ")}`);
  await store.close();
}

async function measureImport(database, megabytes) {
  const source = join(folder, `archive-${megabytes}`, "projects");
  const bytes = generateArchive(source, megabytes);
  const store = await openStore(database.where);
  const projectId = randomUUID();
  let inserted = 0;
  const first = await timed(async () => void ({ inserted } = await importFolder(store, source, { projectId })));
  const again = await timed(() => importFolder(store, source, { projectId }));
  await store.close();
  console.log(
    `import             ${(bytes / 1e6).toFixed(0)} MB, ${inserted} messages: ${(first / 1000).toFixed(1)} s; unchanged ${(again / 1000).toFixed(2)} s`,
  );
}

function share(a, b) {
  return `${((100 * a) / b).toFixed(0)} %`;
}
