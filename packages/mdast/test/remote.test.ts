import type { Session } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { remoteOf } from "../src/remote.ts";
import { call, message, root, session, output } from "./render.ts";

const at = (url: string, more: Partial<Session> = {}): Session => ({
  ...session("s", []),
  cwd: "/home/ada/app",
  gitBranch: "feat/x",
  pulls: [{ url, number: 3, repository: "ada/app" }],
  ...more,
});

describe("where a repository is on the web", () => {
  it.each<[string, string, string]>([
    [
      "https://github.com/ada/app/pull/3",
      "https://github.com/ada/app/commit/abc",
      "https://github.com/ada/app/blob/feat/x/src/a%20b.ts",
    ],
    [
      "https://git.host.io/ada/app/pulls/3",
      "https://git.host.io/ada/app/commit/abc",
      "https://git.host.io/ada/app/blob/feat/x/src/a%20b.ts",
    ],
    [
      "https://gitlab.com/group/sub/app/-/merge_requests/3",
      "https://gitlab.com/group/sub/app/-/commit/abc",
      "https://gitlab.com/group/sub/app/-/blob/feat/x/src/a%20b.ts",
    ],
  ])("%s", (url, commit, file) => {
    const remote = remoteOf(at(url))!;
    expect([remote.commit("abc"), remote.file("/home/ada/app/src/a b.ts")]).toEqual([commit, file]);
  });

  it.each<[string, Partial<Session>, string]>([
    ["a file elsewhere", {}, "/etc/passwd"],
    ["a folder whose name begins alike", {}, "/home/ada/app2/a.ts"],
    ["a way out", {}, "/home/ada/app/../b.ts"],
    ["a client that ran in some part of it", { cwd: "/home/ada/app/src" }, "/home/ada/app/src/a.ts"],
    ["a client in an unknown folder", { cwd: undefined }, "/home/ada/app/a.ts"],
  ])("links no file: %s", (_, more, path) => {
    expect(remoteOf(at("https://github.com/ada/app/pull/3", more))!.file(path)).toBeUndefined();
  });

  it.each(["https://host.io/review/3", "javascript:alert(1)//github.com/a/b/pull/3"])("is not known by %s", (url) =>
    expect(remoteOf(at(url))).toBeUndefined(),
  );
});

describe("links to the web", () => {
  const commit = call(
    "Bash",
    { command: "git commit -m x" },
    { text: "[main 1a2b3c4d5e6f] Say hello\n 1 file changed" },
  );
  const read = call("Read", { file_path: "/home/ada/app/src/a.ts" }, { text: "1\tx" });
  const render = (more: Partial<Session>) =>
    output(
      root({
        ...at("https://github.com/ada/app/pull/3"),
        ...more,
        children: [message("a", "assistant", [commit, read])],
      }),
    );

  it("lead to pull requests, commits and files where the repository is known", () => {
    const document = render({});
    expect(document).toContain(
      'text "Pull requests: "\n  link https://github.com/ada/app/pull/3\n    text "ada/app#3"',
    );
    expect(document).toContain('link https://github.com/ada/app/commit/1a2b3c4d5e6f\n      inlineCode "1a2b3c4d5e"');
    expect(document).toContain('link https://github.com/ada/app/blob/feat/x/src/a.ts\n      text "a.ts"');
  });

  it("are not there where it is not", () => expect(render({ pulls: undefined })).not.toContain("link"));

  it("text that looks like a commit is no commit unless git printed it", () => {
    const echo = call("Bash", { command: "echo" }, { text: "[main 1a2b3c4d5e6f] Say hello" });
    const document = output(
      root({ ...at("https://github.com/ada/app/pull/3"), children: [message("a", "assistant", [echo])] }),
    );
    expect(document).not.toContain("commit/");
  });
});

describe("an output that the client keeps in a separate file", () => {
  it("is rendered whole, without the note", () => {
    const result = call("Bash", { command: "ls" }, { text: "<persisted-output>", whole: "all of it" });
    const document = output(root(session("s", [message("a", "assistant", [result])])));
    expect(document).toContain('code "all of it"');
    expect(document).not.toContain("persisted-output");
  });
});

describe("the title of a call about a file", () => {
  it("shows the end of a long path, which names the file", () => {
    const path = `/home/ada/${"deep/".repeat(20)}file.ts`;
    const document = output(root(session("s", [message("a", "assistant", [call("Read", { file_path: path })])])));
    expect(document).toMatch(/details "🔧 Read: …(?:\/deep)+\/file\.ts"/);
  });
});
