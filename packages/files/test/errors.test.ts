import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isSystemError, reasonOf, sentenceOf } from "../src/errors.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function thrown(run: () => unknown): NodeJS.ErrnoException {
  try {
    run();
  } catch (error) {
    if (isSystemError(error)) return error;
  }
  throw new Error("Expected an error of the system");
}

const made = (code: string, syscall: string, path?: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: words of Node, ${syscall} '${path}'`), { code, syscall, path });

describe("errors of the system", () => {
  it("name the file, what was tried and why it failed, without a code", () => {
    const folder = scratch();
    const at = (name: string) => join(folder, name);
    writeFileSync(at("file"), "");
    symlinkSync("loop", at("loop"));
    const long = "x".repeat(300);
    expect(sentenceOf(thrown(() => readFileSync(at("none"))))).toBe(
      `Cannot read \`${at("none")}\`: no such file or folder`,
    );
    expect(sentenceOf(thrown(() => readFileSync(at("file/a"))))).toBe(
      `Cannot read \`${at("file/a")}\`: a part of the path is no folder`,
    );
    expect(sentenceOf(thrown(() => mkdirSync(at("file"))))).toBe(
      `Cannot write \`${at("file")}\`: something with this name exists`,
    );
    expect(sentenceOf(thrown(() => readFileSync(at("loop"))))).toBe(`Cannot read \`${at("loop")}\`: too many links`);
    expect(sentenceOf(thrown(() => readFileSync(at(long))))).toBe(`Cannot read \`${at(long)}\`: the name is too long`);
    expect(reasonOf(thrown(() => readFileSync(folder)))).toBe("it is a folder");
  });

  it.each([
    ["EACCES", "open", "Cannot read `/x`: no permission"],
    ["EPERM", "rename", "Cannot write `/x`: the system does not allow it"],
    ["EROFS", "mkdir", "Cannot write `/x`: the file system is read-only"],
    ["ENOSPC", "write", "Cannot write `/x`: no space left on the disk"],
    ["EBUSY", "unlink", "Cannot remove `/x`: it is in use"],
    ["EMFILE", "scandir", "Cannot read `/x`: too many files are open; raise the limit, `ulimit -n`"],
    ["ENOENT", "spawn xdg-open", "Cannot run `/x`: no such file or folder"],
    ["EWHAT", "open", "Cannot read `/x`: EWHAT: words of Node"],
    ["EIO", "something", "Cannot use `/x`: the disk reported an error"],
  ])("%s of %s", (code, syscall, sentence) => {
    expect(sentenceOf(made(code, syscall, "/x"))).toBe(sentence);
  });

  it("name a port, or nothing where nothing is known", async () => {
    const [first, second] = [createServer(), createServer()];
    onTestFinished(() => void first.close());
    await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
    const { port } = first.address() as { port: number };
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => {
      second.on("error", resolve);
      second.listen(port, "127.0.0.1");
    });
    expect(sentenceOf(error)).toBe(`Cannot listen on \`port ${port}\`: the port is in use`);
    expect(sentenceOf(made("EIO", "write"))).toBe("Cannot write: the disk reported an error");
  });

  it("others keep their message", () => {
    expect(reasonOf(new RangeError("too large, much"))).toBe("too large, much");
    expect(reasonOf("text")).toBe("text");
    expect(isSystemError(new Error("x"))).toBe(false);
  });
});
