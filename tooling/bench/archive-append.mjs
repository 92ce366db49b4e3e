// One turn more: appended to a session of an archive, and waited for on a page that is served.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cli } from "./archive-measure.mjs";

/** The first session of an archive. */
function sessionIn(archive) {
  const paths = readdirSync(archive, { recursive: true, encoding: "utf8" }).sort();
  return join(
    archive,
    paths.find((path) => /[\da-f]{12}\.jsonl$/.test(path)),
  );
}

/** A function that appends a turn to a session, and returns its words. */
export function appendTo(archive) {
  const path = sessionIn(archive);
  const last = JSON.parse(readFileSync(path, "utf8").trimEnd().split("\n").at(-1));
  return () => {
    const uuid = randomUUID();
    const content = `turn ${uuid}`;
    const record = { ...last, uuid, parentUuid: last.uuid, type: "user" };
    appendFileSync(path, `${JSON.stringify({ ...record, message: { role: "user", content } })}\n`);
    return content;
  };
}

/**
 * How long it takes until a served page shows a turn that was appended: the median of five, the page being open.
 *
 * @param archive the archive; the project of its first session is served.
 */
export async function servedAfter(archive) {
  const session = sessionIn(archive);
  const server = spawn(process.execPath, [cli, "serve", dirname(session), "--port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const address = await new Promise((resolve) =>
      server.stderr.once("data", (data) => resolve(String(data).split("\n")[0])),
    );
    const admitted = await fetch(address, { redirect: "manual" });
    const headers = { cookie: admitted.headers.get("set-cookie").split(";")[0] };
    const index = await fetch(new URL(admitted.headers.get("location"), address), { headers });
    const name = `session-${basename(session, ".jsonl")}`;
    const [first] = new RegExp(`${name}[\\w.-]*\\.html`).exec(await index.text());
    const page = new URL(first, index.url);
    const { body } = await fetch(new URL("/events", address), { headers });
    const events = body.getReader();
    await events.read();
    await (await fetch(page, { headers })).text();
    const append = appendTo(archive);
    const times = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      const words = append();
      // The last page of a session of several has it.
      for (let shown = false; !shown;) {
        const paths = JSON.parse(
          /data: (\[.*\])/.exec(new TextDecoder().decode((await events.read()).value))?.[1] ?? "[]",
        );
        for (const path of paths)
          shown ||= (await (await fetch(new URL(path, address), { headers })).text()).includes(words);
      }
      times.push((performance.now() - began) / 1000);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await events.cancel();
    return { user: 0, wall: times.sort((a, b) => a - b)[2], memory: 0 };
  } finally {
    server.kill("SIGINT");
  }
}
