import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { arrangeClient, type ClientFiles, type TranscriptPlace } from "../src/clients/index.ts";
import { listFiles } from "../src/index.ts";

interface Facts {
  readonly first: string;
}

let folder: string;
let home: string;
let cache: string;
let asked: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "arrange-"));
  home = join(folder, "home");
  cache = join(folder, "cache");
  asked = [];
  mkdirSync(home);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

/** An agent whose files are `logs/<session>.log`; the first line is the working directory. */
function client(place?: (one: { path: string; facts: Facts }) => TranscriptPlace): ClientFiles<Facts> {
  const usual = ({ path, facts }: { path: string; facts: Facts }): TranscriptPlace => ({
    session: path.slice("logs/".length, -".log".length),
    cwd: facts.first,
    of: [path],
  });
  return {
    name: "invented",
    version: 1,
    folder: ".invented",
    isFile: (path) => path.endsWith(".log"),
    facts({ path, real }) {
      asked.push(path);
      const text = readFileSync(real, "utf8");
      if (text === "broken") throw new Error("no log");
      return { first: text.split("\n", 1)[0]! };
    },
    place: (files) => files.map(place ?? usual),
  };
}

async function names(root: string): Promise<string[]> {
  return (await listFiles(root)).map(({ path }) => path);
}

describe("the files of another agent (E1, E3, E4)", () => {
  it("are arranged as folders of projects, and stay as they were", async () => {
    write("logs/a.log", "/srv/harbor\n");
    write("logs/b.log", "/srv/mill\n");
    write("notes.txt", "no log");
    const before = statSync(join(home, "logs/a.log")).mtimeMs;
    const { root, failed, isEmpty } = await arrangeClient(client(), home, cache);
    expect(await names(root)).toEqual(["-srv-harbor/a.jsonl", "-srv-mill/b.jsonl"]);
    expect(readFileSync(join(root, "-srv-harbor/a.jsonl"), "utf8")).toBe("/srv/harbor\n");
    expect({ failed, isEmpty }).toEqual({ failed: [], isEmpty: false });
    expect(statSync(join(home, "logs/a.log")).mtimeMs).toBe(before);
    expect(await names(home)).toEqual(["logs/a.log", "logs/b.log", "notes.txt"]);
  });

  it("are looked at again only when they have changed, and what is gone is removed", async () => {
    write("logs/a.log", "/srv/harbor\n");
    write("logs/b.log", "/srv/mill\n");
    await arrangeClient(client(), home, cache);
    asked = [];
    appendFileSync(join(home, "logs/a.log"), "more\n");
    rmSync(join(home, "logs/b.log"));
    const { root } = await arrangeClient(client(), home, cache);
    expect(asked).toEqual(["logs/a.log"]);
    expect(await names(root)).toEqual(["-srv-harbor/a.jsonl"]);
    expect(readFileSync(join(root, "-srv-harbor/a.jsonl"), "utf8")).toBe("/srv/harbor\nmore\n");
    expect(existsSync(join(root, "-srv-mill"))).toBe(false);
  });

  it("may be replaced: the arrangement has the new file", async () => {
    write("logs/a.log", "/srv/harbor\nold\n");
    await arrangeClient(client(), home, cache);
    rmSync(join(home, "logs/a.log"));
    write("logs/a.log", "/srv/harbor\nanother one\n");
    const { root } = await arrangeClient(client(), home, cache);
    expect(readFileSync(join(root, "-srv-harbor/a.jsonl"), "utf8")).toBe("/srv/harbor\nanother one\n");
  });

  it("may be segments of one session, and agents with what is known of them", async () => {
    write("logs/1.log", "/srv/harbor\n");
    write("logs/2.log", "/srv/harbor\n");
    write("logs/3.log", "/srv/harbor\n");
    const { root } = await arrangeClient(
      client(({ path, facts }) =>
        path === "logs/3.log"
          ? { session: "s", agent: "x", about: { toolUseId: "t1" }, cwd: facts.first, of: [path] }
          : { session: "s", cwd: facts.first, of: [path] },
      ),
      home,
      cache,
    );
    expect(await names(root)).toEqual([
      "-srv-harbor/s.jsonl",
      "-srv-harbor/s/subagents/agent-x.jsonl",
      "-srv-harbor/s/subagents/agent-x.meta.json",
      "-srv-harbor/s~2.jsonl",
    ]);
    expect(readFileSync(join(root, "-srv-harbor/s/subagents/agent-x.meta.json"), "utf8")).toBe('{"toolUseId":"t1"}');
  });

  it("may hold sessions as rows: lines are made of them, when the file has changed", async () => {
    write("logs/all.log", "/srv/harbor\n");
    let made = 0;
    const rows = client(({ path, facts }) => ({
      session: "row-1",
      cwd: facts.first,
      of: [path],
      content: async ([real]) => {
        made++;
        return `{"rows":${statSync(real!).size}}\n`;
      },
    }));
    await arrangeClient(rows, home, cache);
    const { root } = await arrangeClient(rows, home, cache);
    expect(made).toBe(1);
    expect(readFileSync(join(root, "-srv-harbor/row-1.jsonl"), "utf8")).toBe('{"rows":12}\n');
    appendFileSync(join(home, "logs/all.log"), "x");
    await arrangeClient(rows, home, cache);
    expect(readFileSync(join(root, "-srv-harbor/row-1.jsonl"), "utf8")).toBe('{"rows":13}\n');
  });

  it("may hold many sessions: only those whose state has changed are made again, one at a time", async () => {
    write("logs/all.log", "a1 b1");
    const events: string[] = [];
    const rows: ClientFiles<readonly string[]> = {
      ...client(),
      facts: ({ real }) => readFileSync(real, "utf8").split(" "),
      *place(files) {
        events.push("open");
        try {
          for (const { path, facts } of files)
            for (const row of facts)
              yield {
                session: row[0]!,
                state: row,
                time: 1_790_000_000_000,
                of: [path],
                content: async () => {
                  events.push(row);
                  return `{"row":"${row}"}\n`;
                },
              };
        } finally {
          events.push("close");
        }
      },
    };
    await arrangeClient(rows, home, cache);
    write("logs/all.log", "a1 b2");
    const { root } = await arrangeClient(rows, home, cache);
    expect(events).toEqual(["open", "a1", "b1", "close", "open", "b2", "close"]);
    expect(readFileSync(join(root, "-/b.jsonl"), "utf8")).toBe('{"row":"b2"}\n');
    expect(statSync(join(root, "-/b.jsonl")).mtimeMs).toBe(1_790_000_000_000);
  });

  it("have changed when a file that belongs to them has; what was known before is given back", async () => {
    write("logs/a.log", "/srv/harbor\n");
    const given: unknown[] = [];
    const two: ClientFiles<Facts> = {
      ...client(),
      beside: ({ real }) => [`${real}-wal`],
      facts: (_, before) => {
        given.push(before);
        return { first: "/srv/harbor" };
      },
    };
    await arrangeClient(two, home, cache);
    await arrangeClient(two, home, cache);
    write("logs/a.log-wal", "more");
    await arrangeClient(two, home, cache);
    expect(given).toEqual([undefined, { first: "/srv/harbor" }]);
  });

  it("are not looked for in folders that hold none", async () => {
    write("logs/a.log", "/srv/harbor\n");
    write("repository/b.log", "/srv/harbor\n");
    const { root } = await arrangeClient({ ...client(), isFolder: (path) => path !== "repository" }, home, cache);
    expect(asked).toEqual(["logs/a.log"]);
    expect(await names(root)).toEqual(["-srv-harbor/a.jsonl"]);
  });

  it("that cannot be read any more stay as they were arranged", async () => {
    write("logs/a.log", "/srv/harbor\n");
    await arrangeClient(client(), home, cache);
    write("logs/a.log", "broken");
    const { root, failed } = await arrangeClient(client(), home, cache);
    expect(failed).toEqual([{ path: join(home, "logs/a.log"), reason: "no log" }]);
    expect(await names(root)).toEqual(["-srv-harbor/a.jsonl"]);
  });

  it("that cannot be read are named, and the others are read", async () => {
    write("logs/a.log", "broken");
    write("logs/b.log", "/srv/mill\n");
    const { root, failed } = await arrangeClient(client(), home, cache);
    expect(failed).toEqual([{ path: join(home, "logs/a.log"), reason: "no log" }]);
    expect(await names(root)).toEqual(["-srv-mill/b.jsonl"]);
  });

  it.each(["../../../out", "/etc/x", "..", ".", "a/b", "C:\\x", "x".repeat(500), "\u0000"])(
    "cannot leave the arrangement by the id %j",
    async (id) => {
      write("logs/a.log", "/srv/harbor\n");
      const { root } = await arrangeClient(
        client(({ path }) => ({ session: id, agent: id, cwd: `/../../${id}`, of: [path] })),
        home,
        join(cache, "deep", "er"),
      );
      const found = await names(folder);
      expect(found.filter((path) => !path.startsWith("home/") && !path.startsWith("cache/deep/er/"))).toEqual([]);
      expect(await names(root)).toHaveLength(1);
    },
  );

  it("are arranged anew when the memory of them is damaged", async () => {
    write("logs/a.log", "/srv/harbor\n");
    const { root } = await arrangeClient(client(), home, cache);
    writeFileSync(join(cache, "manifest.json"), "{");
    await arrangeClient(client(), home, cache);
    expect(await names(root)).toEqual(["-srv-harbor/a.jsonl"]);
  });
});
