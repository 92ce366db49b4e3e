import { appendFileSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { jsonl, put, sample, scratch, talk } from "../../../tooling/tests/scratch.ts";
import { AmbiguousInput, type LibraryOptions, openLibrary, type SessionChange } from "../src/index.ts";

/** A home with the sample, and a library of it. */
async function open(options: LibraryOptions = {}) {
  const home = scratch();
  const root = join(home, ".claude/projects");
  cpSync(sample, root, { recursive: true });
  return { root, library: await openLibrary({ env: { HOME: home }, cwd: home, ...options }) };
}

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of found) list.push(one);
  return list;
}

const record = (name: string, text: string) =>
  jsonl({
    type: "user",
    uuid: name,
    parentUuid: null,
    timestamp: "2026-01-01T12:00:00.000Z",
    message: { content: text },
  });

describe("a library", () => {
  it("has the sessions of the client, with the numbers that every list shows", async () => {
    const progress = vi.fn<NonNullable<LibraryOptions["onProgress"]>>();
    const { library } = await open({ onProgress: progress });
    const sessions = await all(library.sessions());
    expect(sessions.map(({ id, project }) => [id.slice(0, 8), project])).toEqual([
      ["642fe51e", "/home/ada/weather"],
      ["7c6e8ad8", "/home/ada/weather"],
    ]);
    const { facts } = sessions[0]!;
    expect([facts.messages, facts.agents, facts.cost]).toEqual([expect.any(Number), 1, expect.any(Number)]);
    const [{ bytes, ofBytes, ...last }] = progress.mock.lastCall!;
    expect(last).toEqual({ done: 1, of: 1, name: expect.stringContaining("Straight columns") as string });
    expect([bytes, bytes! > 100_000]).toEqual([ofBytes, true]);
    expect((await library.projects()).map(({ name }) => name)).toEqual(["-home-ada-weather"]);
  });

  it("reads further roots as one with that of the client, and only a period of them", async () => {
    const archive = scratch({ "-home-me-app/s.jsonl": talk("s") });
    const { library } = await open({ roots: [archive], zone: "utc" });
    expect((await all(library.sessions())).map(({ id }) => id)).toContain("s");
    const ids = (await all(library.sessions({ since: "2026-01-01", until: "2026-01-01" }))).map(({ id }) => id);
    expect(ids).toEqual(["s"]);
    expect(await all(library.sessions({ in: ["app"] }))).toHaveLength(1);
  });

  it("reads a conversation by the names that the command line knows, and says what a name may mean", async () => {
    const { library, root } = await open();
    const { tree, file } = await library.read("642fe51e");
    expect(tree.children[0]).toMatchObject({ type: "session", sessionId: expect.stringContaining("642fe51e") });
    expect(file.messages.filter(({ fatal }) => fatal)).toEqual([]);
    await expect(library.read("nothing")).rejects.toThrow("Unexpected input `nothing`");
    put(root, "-home-ada-rain/642fe51e-0000-4e03-aad6-929a942a6fe9.jsonl", talk("r"));
    const error = await library.read("642fe51e").catch((reason: unknown) => reason as AmbiguousInput);
    expect(error).toBeInstanceOf(AmbiguousInput);
    const { candidates } = error as AmbiguousInput;
    expect(candidates.map(({ source }) => source.session?.slice(0, 13))).toEqual(["642fe51e-78f5", "642fe51e-0000"]);
    expect((error as AmbiguousInput).details).toMatch(/^ {2}SESSION +PROJECT +LAST +TITLE\n {2}642fe51e-/);
  });

  it("reads only its roots if that is asked for: nothing of the client, and no other path", async () => {
    const archive = scratch({ "-home-me-app/s.jsonl": talk("s") });
    const other = scratch({ "other.jsonl": talk("other") });
    const { library } = await open({ roots: [archive], isInRootsOnly: true });
    expect(library.roots).toEqual([archive]);
    expect((await all(library.sessions())).map(({ id }) => id)).toEqual(["s"]);
    await expect(library.read(join(other, "other.jsonl"))).rejects.toThrow("Unexpected input");
    await expect(library.read("642fe51e")).rejects.toThrow("Unexpected input");
    const { library: wide } = await open({ roots: [archive] });
    expect((await wide.read(join(other, "other.jsonl"))).tree.children).toHaveLength(1);
  });

  it("searches prompts alone, or all that was said", async () => {
    const { library } = await open();
    const prompts = await all(library.search("colours", { where: ["prompts"] }));
    expect(prompts.map(({ where, speaker }) => [where, speaker])).toContainEqual(["prompts", "you"]);
    expect((await all(library.search("colours"))).length).toBeGreaterThan(prompts.length);
    expect(await all(library.search(["colours", "no such word"]))).toEqual([]);
  });

  it("of a machine without sessions has none, and refuses an empty folder that is named", async () => {
    const home = scratch({ ".claude/projects/-p/memory/note.md": "" });
    const library = await openLibrary({ env: { HOME: home }, cwd: home });
    expect(await all(library.sessions())).toEqual([]);
    await expect(all(library.sessions({ in: [home] }))).rejects.toThrow("No transcript in");
    expect(await all((await openLibrary({ env: { HOME: scratch() }, cwd: home })).sessions())).toEqual([]);
  });

  it("stops with its signal", async () => {
    const { library } = await open({ signal: AbortSignal.abort(new Error("enough")) });
    await expect(all(library.sessions())).rejects.toThrow("enough");
    await expect(library.read("642fe51e")).rejects.toThrow("enough");
    expect(await all(library.watch())).toEqual([]);
  });
});

describe("watching", () => {
  it("yields what is added, and nothing that was there: of old sessions, and of new ones", async () => {
    const stop = new AbortController();
    const { library, root } = await open({ signal: stop.signal });
    const seen: SessionChange[] = [];
    const transcript = join(root, "-home-me-app/s.jsonl");
    put(root, "-home-me-app/s.jsonl", talk("s"));
    const watching = (async () => {
      for await (const change of library.watch()) {
        seen.push(change);
        if (seen.length === 1) put(root, "-home-me-new/t.jsonl", talk("t"));
        if (seen.some(({ session }) => session === "t")) stop.abort();
      }
    })();
    // A watcher says nothing when it is ready: what is written is written until it is noticed.
    let count = 0;
    const writing = setInterval(() => appendFileSync(transcript, record(`n${count}`, `New ${count++}`)), 200);
    onTestFinished(() => clearInterval(writing));
    await watching;
    const texts = seen.flatMap(({ session, messages }) =>
      messages.flatMap(({ children }) =>
        children.flatMap((one) => (one.type === "text" ? [`${session} ${one.value}`] : [])),
      ),
    );
    expect(texts.filter((text) => text.startsWith("t"))).toEqual(["t Question t", "t Answer t"]);
    expect(texts.filter((text) => text.startsWith("s")).every((text) => /^s New \d+$/.test(text))).toBe(true);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("reads an answer again to which something is added, and not what is only rewritten in place", async () => {
    const stop = new AbortController();
    const { library, root } = await open({ signal: stop.signal });
    const block = (uuid: string, parentUuid: string | null, text: string) =>
      jsonl({
        type: "assistant",
        uuid,
        parentUuid,
        timestamp: "2026-01-01T12:00:00.000Z",
        message: { id: "m", role: "assistant", content: [{ type: "text", text }] },
      });
    const path = join(root, "-p/a.jsonl");
    put(root, "-p/a.jsonl", record("u", "Hello") + block("a1", "u", "One"));
    const changes = library.watch();
    const next = changes.next();
    const whole = record("u", "Hello") + block("a1", "u", "One") + block("a2", "a1", "Two");
    const writing = setInterval(() => writeFileSync(path, whole), 200);
    onTestFinished(() => clearInterval(writing));
    const { value } = await next;
    stop.abort();
    await changes.return(undefined);
    expect(
      (value as SessionChange).messages.map(({ children }) => children.map((one) => "value" in one && one.value)),
    ).toEqual([["One", "Two"]]);
  });
});
