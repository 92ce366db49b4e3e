import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { linkedProjects, listFiles, readProject, readTranscript } from "../src/index.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A pipe of this process, which the file system knows by its descriptor only. */
function openPipe(): string {
  const folder = `/proc/${process.pid}/fd`;
  const isPipe = (name: string) => {
    try {
      return readlinkSync(join(folder, name)).startsWith("pipe:");
    } catch {
      return false;
    }
  };
  return join(folder, readdirSync(folder).find(isPipe)!);
}

/** Path, content and first message of each file. */
async function readAll(folder: string, followLinks = false) {
  const { data } = await readProject(folder, { followLinks });
  return data.companions!.map((file) => [file.path, file.value && String(file), file.messages[0]?.reason]);
}

describe("a link", () => {
  it("that leads out of the folder is named and not read, unless it is asked for", async () => {
    const [folder, other] = [scratch(), scratch()];
    writeFileSync(join(other, "x.jsonl"), "outside");
    mkdirSync(join(other, "sub"));
    writeFileSync(join(other, "sub/y.jsonl"), "below");
    symlinkSync(join(other, "x.jsonl"), join(folder, "x.jsonl"));
    symlinkSync(join(other, "sub"), join(folder, "sub"));
    symlinkSync("/etc/passwd", join(folder, "z.jsonl"));
    const reason = expect.stringContaining("leads out of the folder") as string;
    expect(await readAll(folder)).toEqual([
      ["sub/", undefined, reason],
      ["x.jsonl", undefined, reason],
      ["z.jsonl", undefined, reason],
    ]);
    expect((await readAll(folder, true)).slice(0, 2)).toEqual([
      ["sub/y.jsonl", "below", undefined],
      ["x.jsonl", "outside", undefined],
    ]);
  });

  it.each([
    ["an agent file", "agent-a1.jsonl", "x.jsonl"],
    ["a session that it continues", "before.jsonl", "x.jsonl"],
    ["its folder", "s", "sub"],
    ["a file in its folder", "s/subagents/agent-a1.jsonl", "x.jsonl"],
  ])("beside a transcript that leads out of the folder is not read, unless it is asked for: %s", async (_, at, to) => {
    const [folder, other] = [scratch(), scratch()];
    const record = (uuid: string, parentUuid: string | null) =>
      `${JSON.stringify({ type: "user", uuid, parentUuid, sessionId: "s", message: { content: uuid } })}\n`;
    writeFileSync(join(folder, "s.jsonl"), record("u", "outside"));
    writeFileSync(join(other, "x.jsonl"), record("outside", null));
    mkdirSync(join(other, "sub/subagents"), { recursive: true });
    writeFileSync(join(other, "sub/subagents/agent-a1.jsonl"), record("outside", null));
    mkdirSync(dirname(join(folder, at)), { recursive: true });
    symlinkSync(join(other, to), join(folder, at));
    const texts = async (followLinks: boolean) =>
      (await readTranscript(join(folder, "s.jsonl"), { followLinks })).data
        .companions!.map(({ value }) => (value === undefined ? "" : String(value)))
        .join("");
    expect(await texts(false)).toBe(record("u", "outside"));
    expect(await texts(true)).toContain('"uuid":"outside"');
  });

  it("to the folder of a project is followed from a folder of projects, once, and only what belongs to sessions is read", async () => {
    const [top, id] = [scratch(), "3c9d0c1e-5a3e-4b8e-9d52-1f6f0a9f6d11"];
    const [root, away] = [join(top, "root"), join(top, "away")];
    for (const folder of [join(root, "-real"), join(away, "s/subagents"), join(away, id), join(away, "private")])
      mkdirSync(folder, { recursive: true });
    const paths = ["s.jsonl", "s/subagents/agent-a1.jsonl", `${id}/x.jsonl`, "private/y.jsonl", "notes.txt"];
    for (const path of paths) writeFileSync(join(away, path), path);
    writeFileSync(join(root, "-real/z.jsonl"), "z");
    symlinkSync(away, join(root, "-link"));
    symlinkSync(away, join(root, "-link-2"));
    symlinkSync(join(root, "-real"), join(root, "-inside"));
    symlinkSync(top, join(root, "-above"));
    symlinkSync("s.jsonl", join(away, "t.jsonl"));
    symlinkSync(join(root, "-real"), join(away, "s/out"));
    const listed = await listFiles(root, { hasLinkedProjects: true });
    expect(listed.map(({ path, reason }) => [path, reason !== undefined])).toEqual([
      [`-link/${id}/x.jsonl`, false],
      ["-link/s.jsonl", false],
      ["-link/s/out/", true],
      ["-link/s/subagents/agent-a1.jsonl", false],
      ["-link/t.jsonl", false],
      ["-real/z.jsonl", false],
    ]);
    expect(await linkedProjects(root)).toEqual([join(root, "-link"), join(root, "-link-2")]);
    expect((await listFiles(root)).map(({ path, reason }) => [path, reason !== undefined])).toEqual([
      ["-link-2/", true],
      ["-link/", true],
      ["-real/z.jsonl", false],
    ]);
  });

  it("to a file in the folder is read; links to folders in a ring end", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "a.jsonl"), "inside");
    symlinkSync("a.jsonl", join(folder, "b.jsonl"));
    symlinkSync(".", join(folder, "ring"));
    expect(await readAll(folder)).toEqual([
      ["a.jsonl", "inside", undefined],
      ["b.jsonl", "inside", undefined],
    ]);
    expect(await readAll(folder, true)).toHaveLength(2);
  });

  it.each([
    ["a pipe", (path: string) => (execFileSync("mkfifo", [`${path}.pipe`]), symlinkSync(`${path}.pipe`, path))],
    ["a pipe without a path, as /dev/stdin may be", (path: string) => symlinkSync(openPipe(), path)],
    ["an endless device", (path: string) => symlinkSync("/dev/zero", path)],
    ["itself", (path: string) => symlinkSync(path, path)],
    ["nothing", (path: string) => symlinkSync("/nowhere", path)],
  ])("to %s never makes a reader wait", async (_, make) => {
    const folder = scratch();
    make(join(folder, "x.jsonl"));
    writeFileSync(join(folder, "y.jsonl"), "y");
    for (const followLinks of [false, true]) {
      const [x, y] = await readAll(folder, followLinks);
      expect([x![1], typeof x![2], y]).toEqual([undefined, "string", ["y.jsonl", "y", undefined]]);
    }
  });
});

describe("a name that is not UTF-8", () => {
  it.each([
    ["of a file", Buffer.from([0xff, 0x61]), Buffer.from("")],
    ["of a folder", Buffer.from("a"), Buffer.from([0xc3, 0x28])],
  ])("%s is read", async (_, name, above) => {
    const folder = Buffer.concat([Buffer.from(scratch()), Buffer.from("/"), above]);
    mkdirSync(folder, { recursive: true });
    writeFileSync(Buffer.concat([folder, Buffer.from("/"), name, Buffer.from(".jsonl")]), "words");
    const [file] = await readAll(String(folder.subarray(0, folder.length - above.length)));
    expect(file).toEqual([above.length > 0 ? "%c3(/a.jsonl" : "%ffa.jsonl", "words", undefined]);
  });
});

describe("a compressed transcript", () => {
  const text = '{"uuid":"u"}\n'.repeat(1000);
  /** The frame of the letter a, 1,000 times, as zstd writes it: one block that repeats a byte. */
  const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x43, 0x1f, 0x00, 0x61]);

  it("is unpacked and has the name that it had before, by its first bytes", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "a.jsonl.gz"), gzipSync(text));
    writeFileSync(join(folder, "b.jsonl"), gzipSync(text));
    writeFileSync(join(folder, "c.jsonl.zst"), zstd);
    expect(await readAll(folder)).toEqual([
      ["a.jsonl", text, undefined],
      ["b.jsonl", text, undefined],
      ["c.jsonl", "a".repeat(1000), undefined],
    ]);
    expect((await readTranscript(join(folder, "a.jsonl.gz"))).data.companions!.map(({ path }) => path)).toEqual([
      "a.jsonl",
    ]);
  });

  it.each([
    ["gzip", gzipSync(text).subarray(0, -20)],
    ["zstd", zstd.subarray(0, -2)],
  ])("that was cut (%s) is read as far as it goes, and the damage is a failure", async (_, bytes) => {
    const folder = scratch();
    writeFileSync(join(folder, "a.jsonl.gz"), bytes);
    const [[, value, reason] = []] = await readAll(folder);
    expect([text.startsWith(String(value ?? "")), reason]).toEqual([
      true,
      expect.stringContaining("only a part of it"),
    ]);
  });

  it("that unpacks to far more than transcripts do is not unpacked", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "bomb.jsonl.gz"), gzipSync(Buffer.alloc(0x1100_0000)));
    expect(await readAll(folder)).toEqual([
      ["bomb.jsonl", undefined, expect.stringContaining("more than 200 times its size") as string],
    ]);
  });
});
