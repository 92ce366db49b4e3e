import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { jsonl, scratch } from "../../../tooling/tests/scratch.ts";
import { connect } from "./connect.ts";

// A transcript may suggest any call to a model.

/** Every path that was asked of the file system. */
const asked = vi.hoisted(() => new Set<string>());
const watched = vi.hoisted(() => (module: object) => {
  const wrap = (value: unknown) =>
    typeof value !== "function" || /^[A-Z]/.test(value.name)
      ? value
      : Object.assign((...args: unknown[]) => {
          if (typeof args[0] === "string") asked.add(args[0]);
          return value(...args) as unknown;
        }, value);
  return Object.fromEntries(Object.entries(module).map(([name, value]) => [name, wrap(value)]));
});
vi.mock("node:fs", async (original) => watched(await original()));
vi.mock("node:fs/promises", async (original) => watched(await original()));

const said = (text: string) =>
  jsonl({
    type: "user",
    uuid: "u",
    parentUuid: null,
    sessionId: "s",
    timestamp: "2026-01-01T00:00:00Z",
    message: { content: text },
  });

it("a pattern that a regular expression would never end with is answered, and no other call waits for it", async () => {
  const { call } = await connect(scratch({ "-p/s.jsonl": said(`base64 ${"QUJD".repeat(20_000)}`) }));
  const hard = call("search", { query: "/.*.*.*.*.*=/" });
  const other = await call("list_sessions", {});
  expect(other.text).toContain("base64");
  expect((await hard).text).toContain("Nothing found");
  expect((await call("search", { query: "/BASE.*jd$/" })).text).toContain("<record-");
  expect(await call("search", { query: "/(a)\\1/" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Unexpected pattern"),
  });
});

it("a path outside of the folders of projects is refused in the same words, and not looked at", async () => {
  const top = scratch({
    "projects/-home-ada/s.jsonl": said("Hello"),
    "work/-p/t.jsonl": said("Secret"),
    "file.jsonl": said("Secret"),
  });
  const { call } = await connect(join(top, "projects"), join(top, "work"));
  expect((await call("list_sessions", {})).text).toContain("Hello");
  asked.clear();
  const paths = [
    "..",
    ".",
    "/",
    "-p/t.jsonl",
    "../file.jsonl",
    "../nothing.jsonl",
    join(top, "file.jsonl"),
    "~/x",
    "../projects/../work",
  ];
  for (const path of paths)
    for (const [tool, input] of [
      ["read", { session: path }],
      ["edits", { session: path }],
      ["list_sessions", { project: path }],
      ["usage", { project: path }],
      ["search", { query: "Secret", project: path }],
    ] as const)
      expect([tool, await call(tool, input)]).toEqual([
        tool,
        {
          isError: true,
          text: `Unexpected \`${path}\`, which is in no folder of projects; list_sessions names sessions`,
        },
      ]);
  // The client keeps the prompts of sessions that are gone beside them.
  const own = [join(top, "projects"), join(top, "history.jsonl")];
  const isOutside = (path: string) => path.startsWith(top) && !own.some((one) => path.startsWith(one));
  expect([...asked].filter((path) => isOutside(path))).toEqual([]);
  expect([...asked].some((path) => path.startsWith(join(top, "projects")))).toBe(true);
  // The path of a working directory names its project all the same.
  expect((await call("list_sessions", { project: "/home/ada" })).text).toContain("Hello");
});
