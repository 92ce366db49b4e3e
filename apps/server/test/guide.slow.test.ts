import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveStore } from "../src/index.ts";

/** The calls of `curl` in a document, each with the lines that belong to it. */
function callsIn(path: string): string[] {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  return text.match(/^curl (?:.*\\\n)*.*$/gm)!;
}

test("issue 42 the lines of curl in the guide and the README do what they are for", async () => {
  const server = await serveStore({ port: 0, token: "t" });
  const env: Record<string, string | undefined> = {
    ...process.env,
    base: server.url,
    auth: "Authorization: Bearer t",
    no_proxy: "*",
  };
  /** Run a line: a refused call ends with an error, and a stream after a second. */
  const run = async (line: string) => {
    const isStream = line.startsWith("curl -N");
    const script = `curl() { command curl -sS --fail-with-body --max-time ${isStream ? 2 : 60} "$@"; }\n${line}`;
    const { stdout, code } = await promisify(execFile)("sh", ["-c", script], { env }).then(
      (ended) => ({ ...ended, code: 0 }),
      (error: unknown) => error as { stdout: string; code: number },
    );
    expect([line, isStream ? 28 : 0, stdout]).toEqual([line, code, expect.anything()]);
    return stdout;
  };
  interface Data {
    readonly id?: string;
    readonly lease?: string;
    readonly events?: readonly { readonly id: string }[];
    readonly refs?: readonly { readonly name: string }[];
  }
  try {
    let ran = 0;
    for (const line of [...callsIn("apps/server/README.md"), ...callsIn("docs/guides/store.md")]) {
      const printed = await run(line);
      ran++;
      if (line.startsWith("curl -N")) {
        expect(printed).toMatch(/^event: message\ndata: \{.*\nid: \d+-\d+\n/);
        continue;
      }
      const { data } = JSON.parse(printed) as { data: Data | null };
      if (line.endsWith("/session")) env["id"] = data!.id;
      if (line.includes('"blob"')) env["best"] = data!.id;
      if (line.endsWith("/lease")) Object.assign(env, { lease: data!.lease, event: data!.events!.at(-1)!.id });
      if (line.endsWith("/refs")) expect(data!.refs!.map(({ name }) => name)).toEqual(["main", "b"]);
    }
    expect(ran).toBeGreaterThan(9);
    expect(await run('curl -H "$auth" -X POST $base/session/$id/events/groups/tasks/lease')).toContain('"lease":null');
  } finally {
    await server.close();
  }
});
