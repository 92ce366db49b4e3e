import type { ToolCall } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import type { ContentState, EditReport } from "../src/types.ts";
import { call, edit, editsOfCalls, read, write } from "./world.ts";

const path = "/home/me/app/a.txt";
const show = ({ content, evidence }: ContentState) =>
  content === undefined ? "?" : `${JSON.stringify(content)} ${evidence}`;
/** The states before and after each edit of the only file, and what is known of it. */
const statesOf = ({ files: [file] }: EditReport) => [
  ...file!.edits.map(
    ({ before, after, isChangedOutside }) => `${isChangedOutside ? "outside! " : ""}${show(before)} -> ${show(after)}`,
  ),
  file!.known + (file!.isChangedLater ? ", changed later" : ""),
];
const hunk = (start: number, ...lines: string[]) => ({
  structuredPatch: [{ oldStart: start, newStart: start, lines }],
});

describe("the states of a file", () => {
  it.each<[string, ToolCall[], string[]]>([
    [
      "the content before is that of the result",
      [edit("a.txt", "b", "c", "a b\n")],
      ['"a b\\n" recorded -> "a c\\n" edited', "whole"],
    ],
    ["a new file was not there before", [write("a.txt", "new\n")], ['null recorded -> "new\\n" written', "whole"]],
    [
      "without a recorded content, that of the edit before counts",
      [write("a.txt", "a\n"), edit("a.txt", "a", "b", null)],
      ['null recorded -> "a\\n" written', '"a\\n" written -> "b\\n" edited', "whole"],
    ],
    [
      "… or that of a read of the whole file",
      [read("a.txt", "a\n"), edit("a.txt", "a", "b", null)],
      ['"a\\n" read -> "b\\n" edited', "whole"],
    ],
    [
      "… or that of a later read, by undoing the edit",
      [edit("a.txt", "a", "b", null, hunk(1, "-a", "+b")), read("a.txt", "b\n")],
      ['"a\\n" later -> "b\\n" later', "whole"],
    ],
    [
      "an edit that does not fit what was read has an unknown content before it",
      [read("a.txt", "x\n"), edit("a.txt", "a", "b", null)],
      ["? -> ?", "unknown"],
    ],
    [
      "the recorded hunks of an unknown content are known",
      [edit("a.txt", "a", "b", null, hunk(7, "-a", "+b"))],
      ["? -> ?", "partial"],
    ],
    [
      "another content than the edit before left was changed outside",
      [edit("a.txt", "1", "2", "1\n"), edit("a.txt", "2", "3", "# 2\n")],
      ['"1\\n" recorded -> "2\\n" edited', 'outside! "# 2\\n" recorded -> "# 3\\n" edited', "whole"],
    ],
    [
      "… also after the last edit, as a read shows",
      [edit("a.txt", "1", "2", "1\n"), read("a.txt", "2;\n")],
      ['"1\\n" recorded -> "2\\n" edited', "whole, changed later"],
    ],
    [
      "… and a read between two edits that both are of the same content is no change",
      [edit("a.txt", "1", "2", "1\n"), read("a.txt", "2\n"), edit("a.txt", "2", "3", null)],
      ['"1\\n" recorded -> "2\\n" edited', '"2\\n" read -> "3\\n" edited', "whole"],
    ],
    [
      "a file that is written over without a record of it is unknown before, and known after",
      [write("a.txt", "new\n", { type: "update" })],
      ['? -> "new\\n" written', "unknown"],
    ],
    [
      "… but the recorded hunks lead back",
      [write("a.txt", "new\n", { type: "update", ...hunk(1, "-old", "+new") })],
      ['"old\\n" later -> "new\\n" written', "whole"],
    ],
    [
      "… and of a content that is known say whether it was there, whatever they make of tabs",
      [
        read("a.txt", "\tfirst\n"),
        write("a.txt", "\tnew\n", { type: "update", ...hunk(1, "-  first", "+  new") }),
        write("a.txt", "\tb\n", { type: "update", ...hunk(1, "-  a", "+  b") }),
      ],
      ['"\\tfirst\\n" read -> "\\tnew\\n" written', '? -> "\\tb\\n" written', "whole"],
    ],
    [
      "an edit without a text to replace makes a file",
      [edit("a.txt", "", "a\n", "")],
      ['null recorded -> "a\\n" edited', "whole"],
    ],
  ])("%s", (_, calls, expected) => {
    expect(statesOf(editsOfCalls(...calls))).toEqual(expected);
  });

  it("what was written is in the result: a person changed the proposal, and the hunks say to what", () => {
    const report = editsOfCalls(
      edit("a.txt", "b", "c", "a\nb\n", { userModified: true, ...hunk(1, " a", "-b", "+person's") }),
    );
    expect(statesOf(report)[0]).toBe('"a\\nb\\n" recorded -> "a\\nperson\'s\\n" edited');
    expect(report.files[0]!.edits[0]).toMatchObject({ isUserModified: true, added: 1, removed: 1 });
    const proposal = { file_path: path, content: "proposal" };
    const written = call("Write", proposal, { type: "create", filePath: path, content: "person's" });
    expect(statesOf(editsOfCalls(written))[0]).toBe('null recorded -> "person\'s" written');
  });

  it("tabs that the recorded hunks show as blanks stay tabs", () => {
    const shown = hunk(1, " f() {", "-  a", "+  b", " }");
    const report = editsOfCalls(edit("a.txt", "\ta", "\tb", "f() {\n\ta\n}\n", shown));
    expect(statesOf(report)[0]).toContain('-> "f() {\\n\\tb\\n}\\n" edited');
    const [unknown] = editsOfCalls(edit("a.txt", "\ta", "\tb", null, shown)).files[0]!.edits;
    expect(unknown!.hunks![0]!.lines).toEqual([" f() {", "-\ta", "+\tb", " }"]);
  });

  it.each<[string, object, string, string]>([
    ["every occurrence, if the call says so", { replaceAll: true }, "x x\n", "y y\n"],
    ["else the first one", {}, "x x\n", "y x\n"],
    ["`$&` means itself", { newString: "$&" }, "x\n", "$&\n"],
    ["a removed line takes its ending with it", { newString: "" }, "x\nz\n", "z\n"],
  ])("an edit replaces %s", (_, more, before, after) => {
    expect(editsOfCalls(edit("a.txt", "x", "y", before, more)).files[0]!.edits[0]!.after.content).toBe(after);
  });

  it("several replacements of a MultiEdit follow one another", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "b", new_string: "c", replace_all: true },
    ];
    const result = { filePath: path, originalFileContents: "a b\n", edits, userModified: false };
    expect(statesOf(editsOfCalls(call("MultiEdit", { file_path: path, edits }, result)))[0]).toBe(
      '"a b\\n" recorded -> "c c\\n" edited',
    );
  });

  it("a notebook is known by its whole text before and after", () => {
    const result = { notebook_path: "/home/me/app/n.ipynb", original_file: "{}", updated_file: "{ }" };
    expect(statesOf(editsOfCalls(call("NotebookEdit", { notebook_path: "/home/me/app/n.ipynb" }, result)))[0]).toBe(
      '"{}" recorded -> "{ }" written',
    );
  });

  it.each([
    [
      call("write_file", { file_path: path, content: "a\n" }),
      call("replace", { file_path: path, old_string: "a", new_string: "b" }),
    ],
    [
      call("write", { filePath: path, content: "a\n" }),
      call("edit", { filePath: path, oldString: "a", newString: "b" }),
    ],
    [call("create", { path, file_text: "a\n" }), call("edit", { path, old_str: "a", new_str: "b" })],
  ])("of other agents are those of their tools (issue 43, E10)", (...calls) => {
    expect(statesOf(editsOfCalls(...calls))[1]).toBe('"a\\n" called -> "b\\n" edited');
  });

  it("of a client whose results are texts, the call says what was written", () => {
    const input = { file_path: path, content: "a\n" };
    expect(statesOf(editsOfCalls(call("Write", input, "File created")))).toEqual(['? -> "a\\n" called', "unknown"]);
    const pi = [
      call("write", { path, content: "a\n" }),
      call("edit", { path, edits: [{ oldText: "a", newText: "b" }] }),
    ];
    expect(statesOf(editsOfCalls(...pi))[1]).toBe('"a\\n" called -> "b\\n" edited');
    // All texts are those of the content before the edit, and nothing else goes with them.
    const atOnce = [
      call("write", { path, content: "x\ny\nz\n" }),
      call("edit", {
        path,
        edits: [
          { oldText: "x\n", newText: "y1\ny\n" },
          { oldText: "y", newText: "" },
        ],
      }),
    ];
    expect(statesOf(editsOfCalls(...atOnce))[1]).toBe('"x\\ny\\nz\\n" called -> "y1\\ny\\n\\nz\\n" edited');
  });

  it("a damaged result is no evidence, and ends nothing", () => {
    const damaged = {
      filePath: path,
      originalFile: 7,
      structuredPatch: [{ oldStart: -1, newStart: 1, lines: ["+a\n--- /dev/null"] }, null],
    };
    expect(statesOf(editsOfCalls(call("Edit", { file_path: path }, damaged)))).toEqual(["? -> ?", "unknown"]);
    expect(editsOfCalls(call("Edit", 7, null), call("Write", {}, [])).files).toEqual([]);
  });
});
