import { answer, message, session, toolCall, tree } from "@ccdag/testkit";
import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { type Details, toMdast } from "../src/index.ts";
import { endOfPath } from "../src/end-of-path.ts";
import { relativeTo } from "../src/relative-to.ts";

describe("paths are relative to the folder of the session", () => {
  it.each([
    ["/app", "/app/src/a.ts", "src/a.ts"],
    ["/app", "cat /app/a /app/b", "cat a b"],
    ["/app", "cat \"/app/a b\" '/app/c' >/app/d", "cat \"a b\" 'c' >d"],
    ["/app", "A=/app/a;(cd /app/b)", "A=a;(cd b)"],
    ["C:\\work", "type C:\\work\\a.txt", "type a.txt"],
    // The folder is the end, or the beginning, of a longer path.
    ["/app", "/srv/app/x", "/srv/app/x"],
    ["/app", "/app/app/x", "app/x"],
    ["/app", "/app//app/x", "/app//app/x"],
    // The folder itself.
    ["/app", "rm -rf /app/", "rm -rf /app/"],
    ["/app", "cp x /app/ && ls '/app/'", "cp x /app/ && ls '/app/'"],
    ["/app", "/apple/x /app", "/apple/x /app"],
    ["/app", "file:///app/x", "file:///app/x"],
    // No folder.
    ["/", "/srv/x", "/srv/x"],
    ["", "/srv/x", "/srv/x"],
  ])("in %j, %j is shown as %j", (folder, text, short) => {
    expect(relativeTo(folder, text)).toBe(short);
  });
});

describe("a long path is only its end", () => {
  it.each([
    ["/srv/a.ts", 9, "/srv/a.ts"],
    ["/srv/app/a.ts", 9, "…/a.ts"],
    ["C:\\srv\\app\\a.ts", 9, "…\\a.ts"],
    ["/srv/a-long-name", 9, "…ong-name"],
    // The name of a folder, also with its separator.
    ["/srv/folders/", 9, "…folders/"],
    ["/srv/😀😀😀😀", 6, "…😀😀"],
  ])("%j in %i characters is %j", (path, limit, end) => {
    expect(endOfPath(path, limit)).toBe(end);
  });
});

describe("paths in the titles of calls (issue 26, heads of sessions)", () => {
  const cwd = "/home/ada/projects/a-folder-with-a-long-name/of-a-session";
  const long = `${"packages/".repeat(9)}a.ts`;
  const titleOf = (name: string, input: object, sections: boolean) => {
    const call = toolCall({ name, id: "t" }, input);
    const talk = tree(session({ sessionId: "s", cwd }, message("u1", "one"), answer("a1", "", call)));
    const [details] = detailsOf(toMdast(talk, { sections }));
    return [details!.summary, details!.whole].map((words) => words?.replace("🔧 ", ""));
  };
  const detailsOf = (node: Nodes): Details[] =>
    node.type === "details" ? [node] : "children" in node ? node.children.flatMap(detailsOf) : [];

  it.each([
    ["Read", { file_path: `${cwd}/src/a.ts`, limit: 9 }, "src/a.ts (lines 1–9)", `${cwd}/src/a.ts (lines 1–9)`],
    // Within the folder a path is short, however long the folder is.
    [
      "Write",
      { file_path: `${cwd}/packages/core/src/a.ts`, content: "a" },
      "packages/core/src/a.ts",
      `${cwd}/packages/core/src/a.ts`,
    ],
    ["NotebookEdit", { notebook_path: `${cwd}/a.ipynb` }, "a.ipynb", `${cwd}/a.ipynb`],
    ["Edit", { file_path: `${cwd}/${long}` }, `…/${"packages/".repeat(7)}a.ts`, `${cwd}/${long}`],
    ["Edit", { file_path: "/etc/hosts" }, "/etc/hosts", undefined],
    ["Read", { file_path: `/srv/${long}` }, `…/${"packages/".repeat(7)}a.ts`, `/srv/${long}`],
    ["Bash", { command: `cat ${cwd}/a` }, "cat a", `cat ${cwd}/a`],
  ])("%s of %j is shown as %j, whole on hover", (name, input, short, whole) => {
    expect(titleOf(name, input, true)).toEqual([`${name}: ${short}`, whole && `${name}: ${whole}`]);
  });

  it("a document with every value has the whole of a path that is cut", () => {
    const call = toolCall({ name: "Read", id: "t" }, { file_path: `/srv/${long}` });
    const talk = tree(session({ sessionId: "s", cwd }, message("u1", "one"), answer("a1", "", call)));
    const [details] = detailsOf(toMdast(talk, { sections: true, complete: true }));
    expect(JSON.stringify(details!.children)).toContain(`/srv/${long}`);
  });

  it("documents without sections show the end of a long path, and have no hover", () => {
    expect(titleOf("Read", { file_path: `${cwd}/src/a.ts` }, false)).toEqual([
      expect.stringMatching(/^Read: …?\/.*src\/a\.ts$/),
      undefined,
    ]);
  });
});
