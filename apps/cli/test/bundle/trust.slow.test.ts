import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { put, read, scratch, talk } from "../world.ts";

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;
/** Another account of this machine. */
const other = { uid: 65_534, gid: 65_534 };
if (!isRoot) console.warn("Only root can run a command as another user: the tests with two users are skipped.");

/** Node.js where every user can start it: the folder that it was installed in may be that of one user. */
const folder = mkdtempSync(join(tmpdir(), "ccdag-node-"));
const node = join(folder, "node");
chmodSync(folder, 0o755);
copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
chmodSync(node, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

/** A config that writes a file when it runs. */
const leaves = (mark: string) =>
  `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(mark)}, ""); export default {}`;

describe.skipIf(!isRoot)("a config of another user", () => {
  /** A folder that all users share, such as /tmp, with a folder of one user in it. */
  function shared(owner: { uid: number; gid: number }): { top: string; cwd: string; mark: string } {
    const top = scratch({ "mine/s.jsonl": talk("s"), "mine/home/x": "" });
    chmodSync(top, 0o1777);
    for (const path of ["mine", "mine/home"]) chownSync(join(top, path), owner.uid, owner.gid);
    return { top, cwd: join(top, "mine"), mark: join(top, "mine/ran") };
  }
  const ccdag = (cwd: string, who: object, ...argv: string[]) =>
    spawnSync(node, [bin, "tree", "s.jsonl", ...argv], {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: join(cwd, "home") },
      ...who,
    });

  it.each([
    ["root", { uid: 0, gid: 0 }, other],
    ["another user", other, { uid: 65_533, gid: 65_533 }],
  ])("in a folder that all users share is not run for %s, until `--config` names it", (_, me, attacker) => {
    const { top, cwd, mark } = shared(me);
    const config = join(top, "ccdag.config.mjs");
    put(top, ".git", "");
    put(top, "ccdag.config.mjs", leaves(mark));
    for (const path of [config, join(top, ".git")]) chownSync(path, attacker.uid, attacker.gid);
    for (const argv of [[], ["-q"]]) {
      const { status, stderr } = ccdag(cwd, me, ...argv);
      expect([status, stderr, existsSync(mark)]).toEqual([
        0,
        `Skipped the config \`${config}\`, which belongs to another user; \`--config\` with this path uses it\n`,
        false,
      ]);
    }
    expect(ccdag(cwd, me, "--config", config)).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(mark)).toBe(true);
  });

  it("is not run where it is the file of the user in a folder that all users share", () => {
    const { top, mark } = shared(other);
    put(top, "ccdag.config.mjs", leaves(mark));
    put(top, "s.jsonl", talk("s"));
    chownSync(join(top, "ccdag.config.mjs"), other.uid, other.gid);
    expect(ccdag(top, other).stderr).toMatch(/^Skipped the config .+, which other users can change;/);
    expect(existsSync(mark)).toBe(false);
  });
});

/** Start a server; returns the process and the printed address. */
async function serve(folder: string, ...argv: string[]): Promise<{ server: ChildProcess; address: URL }> {
  const server = spawn(process.execPath, [bin, "serve", folder, "--port", "0", ...argv], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  for await (const text of server.stderr!) {
    const [address] = /^http:\S+/m.exec(String(text)) ?? [];
    if (address !== undefined) return { server, address: new URL(address) };
  }
  throw new Error("No address was printed");
}

describe("serve", () => {
  it.skipIf(!isRoot)("shows nothing to another user of the machine", async () => {
    const { address } = await serve(scratch({ "talk/s.jsonl": talk("s") }));
    const script = `fetch(process.argv[1]).then(async (one) => console.log(one.status, (await one.text()).includes("Answer")))`;
    const fetched = (url: string) =>
      spawnSync(node, ["-e", script, url], { encoding: "utf8", cwd: "/", ...other }).stdout;
    for (const path of ["", "talk/", "talk/session-s.html", "events"])
      expect([path, fetched(new URL(path, address).href)]).toEqual([path, "403 false\n"]);
  });

  const wait = () => new Promise((resolve) => setTimeout(resolve, 200));
  /** What keeps a server busy: each leaves something open that never ends. */
  const stuck: ReadonlyArray<readonly [string, (server: ChildProcess, address: URL, folder: string) => Promise<void>]> =
    [
      ["a pipe that is read", (server, _, folder) => readPipe(server, folder)],
      [
        "four pipes that are read, and a page that waits for its transcript",
        async (server, address, folder) => {
          for (let at = 0; at < 4; at++) await readPipe(server, folder);
          const headers = { cookie: await enter(address) };
          const page = fetch(new URL("talk/session-s.html", address), { headers }).catch(() => {});
          expect(await Promise.race([page, wait().then(() => "waits")])).toBe("waits");
        },
      ],
      [
        "an event stream",
        async (_, address) => {
          const headers = { cookie: await enter(address) };
          const { body, status } = await fetch(new URL("events", address), { headers });
          expect([status, (await body!.getReader().read()).done]).toEqual([200, false]);
        },
      ],
      ["half a request", (_, address) => send(address, "GET / HT")],
    ];

  it.each(
    stuck.flatMap(([name, ...rest]) => (["SIGINT", "SIGTERM"] as const).map((one) => [one, name, ...rest] as const)),
  )("ends soon after %s while there is %s", async (signal, _, open) => {
    const folder = scratch({ "talk/s.jsonl": talk("s") });
    const { server, address } = await serve(join(folder, "talk"), "--use", readsPipe(folder));
    await open(server, address, folder);
    await wait();
    server.kill(signal);
    // It takes less than a second; on a busy machine more, and with what is stuck for ever: then the test ends at its limit.
    await once(server, "exit");
    expect(server.exitCode ?? server.signalCode).not.toBeNull();
  });
});

/** A plugin that reads a pipe, which nothing writes, at each SIGUSR2, and adds a letter to a file. */
function readsPipe(folder: string): string {
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  put(
    folder,
    "pipe.mjs",
    `import { appendFileSync, readFile } from "node:fs"
    process.on("SIGUSR2", () => {
      readFile(${JSON.stringify(pipe)}, () => {})
      appendFileSync(${JSON.stringify(join(folder, "reads"))}, "x")
    })
    export default () => {}`,
  );
  put(folder, "reads", "");
  return join(folder, "pipe.mjs");
}

/** Let a server read the pipe once more, and wait until it does. */
async function readPipe(server: ChildProcess, folder: string): Promise<void> {
  const reads = () => read(folder, "reads").length;
  const before = reads();
  server.kill("SIGUSR2");
  await expect.poll(reads).toBe(before + 1);
}

/** The cookie of a browser that opened the address. */
async function enter(address: URL): Promise<string> {
  const { headers } = await fetch(address, { redirect: "manual" });
  return headers.get("set-cookie")!.split(";")[0]!;
}

/** Open a connection that stays open, and send a text. */
async function send({ hostname, port }: URL, text: string): Promise<void> {
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  onTestFinished(() => void socket.destroy());
}
