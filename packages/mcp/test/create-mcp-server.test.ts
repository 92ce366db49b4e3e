import { expect, it } from "vitest";
import { connect } from "./connect.ts";

it("answers over any transport: its tools list, search, read and add up sessions", async () => {
  const { client, call, notices } = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: "ccdag", version: "1.2.3" });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(["edits", "list_sessions", "read", "search", "usage"]);
  expect((await call("list_sessions", {})).text).toContain("Straight columns for the weather table");
  expect((await call("search", { query: "colours" })).text).toContain("<record-");
  expect((await call("edits", { session: "642fe51e" })).text).toMatch(/FILE +EDITS/);
  expect((await call("edits", { session: "642fe51e", show: "patch" })).text).toContain("@@");
  expect((await call("usage", { by: "model" })).text).toContain("claude-sonnet-4-5");
  expect(notices).toEqual([]);
});

it("says in words what a call does not mean", async () => {
  const { call } = await connect();
  expect(await call("read", { session: "nothing" })).toEqual({
    isError: true,
    text: expect.stringContaining("Unexpected input `nothing`"),
  });
  expect(await call("remove", {})).toMatchObject({ isError: true });
});
