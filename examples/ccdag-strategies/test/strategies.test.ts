import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { StoreClient } from "@ccdag/client";
import { serveStore } from "@ccdag/server";
import { expect, it, onTestFinished } from "vitest";
import { tryAll } from "../src/index.js";

it("tries three strategies in parallel, tags the best one, and shows the tree", async () => {
  const server = await serveStore({ port: 0, token: false });
  onTestFinished(() => server.close());
  const client = new StoreClient({ baseUrl: server.url });
  let running = 0;
  let start = () => {};
  // Each waits for the others.
  const all = new Promise<void>((resolve) => (start = resolve));
  const scores = { a: 1, b: 3, c: 2 };
  const { id, drawing } = await tryAll(client, "Plan", ["a", "b", "c"], async (name) => {
    if (++running === 3) start();
    await all;
    return { answer: `${name}!`, score: scores[name as "a"] };
  });
  expect(drawing).toMatch(/^  user\n/);
  expect(drawing).toContain("    user\n      assistant main, b, best");
  expect(drawing.match(/    user\n      assistant/g)).toHaveLength(3);
  for (const branch of ["best", "main", "b"])
    expect((await client.sessions.getMessages(id, { branch })).items.map(({ content }) => content)).toEqual([
      "Plan",
      "Try b",
      "b!",
    ]);
  const program = fileURLToPath(new URL("../dist/index.js", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, server.url]);
  expect(stdout).toContain("      assistant main, pond-and-stones, best\n");
}, 60_000);
