import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { put, scratch, talk } from "../../../tooling/tests/scratch.ts";
import { desktopRoots } from "../src/desktop-roots.ts";
import { openLibrary } from "../src/index.ts";

/** The names of the files of a cache folder. */
const filesIn = (folder: string) => readdirSync(folder).sort();

describe("the folders of projects of the desktop app", () => {
  const session = "local-agent-mode-sessions/org/account/local_1/.claude/projects";

  it.each<[NodeJS.Platform, string, Readonly<Record<string, string>>]>([
    ["darwin", "Library/Application Support/Claude", {}],
    ["linux", ".config/Claude", {}],
    ["linux", "elsewhere/Claude", { XDG_CONFIG_HOME: "elsewhere" }],
    ["win32", "AppData/Roaming/Claude", { APPDATA: "AppData/Roaming" }],
    ["win32", "AppData/Local/Packages/Claude_ab12/LocalCache/Roaming/Claude", { LOCALAPPDATA: "AppData/Local" }],
  ])("are where the app keeps its files on %s: %s", (platform, folder, variables) => {
    const home = scratch();
    const env = {
      HOME: home,
      ...Object.fromEntries(Object.entries(variables).map(([name, path]) => [name, join(home, path)])),
    };
    expect(desktopRoots(env, platform)).toEqual([]);
    put(home, `${folder}/${session}/-sessions-kind-ada/s.jsonl`, talk("s"));
    put(home, `${folder}/local-agent-mode-sessions/org/account/local_2/uploads/notes.txt`, "");
    expect(desktopRoots(env, platform)).toEqual([join(home, folder, session)]);
  });

  it("a session that begins there leaves what is known of the others", async () => {
    const [home, cache] = [scratch(), scratch()];
    const rows = async () => {
      const library = await openLibrary({ env: { HOME: home }, cwd: home, cache });
      const ids: string[] = [];
      for await (const { id } of library.sessions()) ids.push(id);
      return ids.sort();
    };
    put(home, ".claude/projects/-srv-a/a.jsonl", talk("a"));
    put(home, `.config/Claude/${session}/-sessions-kind-ada/b.jsonl`, talk("b"));
    expect(await rows()).toEqual(["a", "b"]);
    const before = filesIn(cache);
    put(home, `.config/Claude/${session.replace("local_1", "local_2")}/-sessions-kind-bob/c.jsonl`, talk("c"));
    expect(await rows()).toEqual(["a", "b", "c"]);
    expect(filesIn(cache)).toEqual(before);
  });
});

describe("a library with a project that was moved", () => {
  it("has it under its new path", async () => {
    const home = scratch();
    put(home, ".claude/projects/-srv-old/a.jsonl", talk("a"));
    put(home, ".claude/projects/-srv-new/b.jsonl", talk("b"));
    const library = await openLibrary({ env: { HOME: home }, cwd: home, aliases: { "/srv/old": "/srv/new" } });
    const projects: string[] = [];
    for await (const { project } of library.sessions()) projects.push(project);
    expect(projects).toEqual(["/srv/new", "/srv/new"]);
    expect(await library.projects()).toEqual([
      { name: "-srv-new", folders: ["-srv-new", "-srv-old"].map((name) => join(home, ".claude/projects", name)) },
    ]);
    await expect(openLibrary({ env: { HOME: home }, aliases: { "/a": "/b", "/b": "/a" } })).rejects.toThrow(
      "leads back",
    );
  });
});
