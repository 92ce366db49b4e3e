import type { Agent, Content, Message, Root, Session } from "@ccdag/ccast";
import renderHtml, { type RenderHtmlOptions } from "@ccdag/render-html";
import { highlight } from "@ccdag/render-html/highlight";
import { math } from "@ccdag/render-html/math";
import { unified } from "unified";
import { afterAll, describe, expect, it } from "vitest";
import { hostile } from "@ccdag/testkit";
import { executablePath, isRequired } from "../browser.ts";
import { Desk } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());

/** Texts of spaces alone are omitted. */
const texts = hostile.filter(([, words]) => words.trim() !== "");

let count = 0;
let line = 0;
const message = (role: "user" | "assistant", children: Content[]): Message => {
  const uuid = `u${count++}`;
  const who =
    role === "user"
      ? ({ actor: "human", origin: "prompt" } as const)
      : ({ actor: "assistant", origin: "reply" } as const);
  return { type: "message", role, ...who, uuid, uuids: [uuid], children };
};
const result = (words: string): Content[] => [{ type: "text", value: words }];

/** A conversation in which somebody put the same words wherever there is a place for words. */
function everywhere(words: string): Session {
  line++;
  const first = count;
  const agent: Agent = {
    type: "agent",
    agentId: `7f${line}`,
    mode: "sync",
    agentType: words,
    description: words,
    nestingLevel: 1,
    from: { uuid: `u${first + 2}`, toolUseId: `t4${line}`, rule: "meta-tool-use" },
    messageCount: 1,
    children: [message("assistant", [{ type: "text", value: words }])],
  };
  const call = (id: string, name: string, input: unknown): Content => ({
    type: "toolCall",
    id,
    name,
    input,
    result: { type: "toolResult", children: result(words) },
  });
  return {
    type: "session",
    sessionId: `s${line}`,
    title: words,
    cwd: words,
    gitBranch: words,
    version: words,
    children: [
      message("user", [{ type: "text", value: words }]),
      message("assistant", [
        { type: "thinking", value: words },
        { type: "text", value: words },
        call("t1", "Bash", { command: words, description: words }),
        call("t2", "Edit", { file_path: `${words}.ts`, old_string: words, new_string: words }),
        call("t3", words, { [words]: words }),
        { ...call(`t4${line}`, "Task", { prompt: words, description: words }), agents: [`7f${line}`] } as Content,
        call("t5", "TodoWrite", { todos: [{ content: words, status: "pending" }] }),
        { type: "image", mediaType: "image/png", url: words } as Content,
        { type: "document", mediaType: "text/plain", title: words } as Content,
      ]),
      agent,
      { type: "notice", entryType: "system", subtype: words, uuid: `n${line}`, value: words },
      { type: "compaction", uuid: `c${line}`, uuids: [`c${line}`], children: result(words) },
      {
        type: "branch",
        uuid: `b${line}`,
        rule: "rewind",
        from: { uuid: `u${first + 1}` },
        children: [message("user", result(words))],
      },
    ],
  } as Session;
}

const render = (...words: string[]) => renderWith({}, ...words);
const renderWith = (options: RenderHtmlOptions, ...words: string[]) =>
  String(
    unified()
      .use(renderHtml, { highlight, images: "embed", ...options })
      .stringify({ type: "root", children: words.map(everywhere) } as Root),
  );
/** Converters that trust what they get: a drawing holds the code as it is, and a formula any element. */
const careless: RenderHtmlOptions = {
  draw: (code) => (code.includes("<svg") ? code : `<svg xmlns="http://www.w3.org/2000/svg">${code}</svg>`),
  math: (source) => [
    {
      type: "element",
      tagName: source.includes("x") ? "mi" : "script",
      properties: { style: source, onclick: source, mathcolor: "red" },
      children: [{ type: "text", value: source }],
    },
  ],
};

/** The structure of the page around untrusted text: elements, their classes and depth. */
function skeleton(): string[] {
  const bones: string[] = [];
  for (const one of document.querySelectorAll("body, body *")) {
    if (one.parentElement?.closest(".text, pre, .json, .scroll, nav, svg, .strip, ul")) continue;
    // What is long is in a section of its own, and a title without words has no dot before it.
    if (one.closest(".long > summary, .look") || one.matches(".long, .json, .dot")) continue;
    const depth = [
      ...(function* () {
        for (let at = one.parentElement; at; at = at.parentElement) if (!at.matches(".long")) yield at;
      })(),
    ].length;
    bones.push(`${depth} ${one.tagName} ${one.className} ${one.id.replace(/-.*/, "")}`);
  }
  return bones.filter((bone) => !/ (?:BR|CODE|DEL|EM|STRONG|SUP|P|PRE|BLOCKQUOTE|INS|A|B|SPAN dot) /.test(bone));
}

/** Elements and attributes that the content of a page never has. */
function intruders(): string[] {
  const found: string[] = [];
  const bad =
    "body :is(script, style, iframe, frame, object, embed, form, base, link, meta, video, audio, template, input, textarea, img:not([src^='data:image/']), svg)";
  const own = [
    ...document.querySelectorAll("body > script:last-child, .search *, .filters *, dialog *, svg.map, .strip svg"),
  ];
  for (const one of document.querySelectorAll(bad)) if (!own.includes(one)) found.push(one.outerHTML.slice(0, 200));
  for (const one of document.querySelectorAll("body *"))
    for (const { name, value } of one.attributes)
      if (
        /^on/i.test(name) ||
        name === "style" ||
        name === "srcdoc" ||
        (/^(?:href|src|action|formaction)$/.test(name) && /^\s*(?:javascript|vbscript|data:text)/i.test(value))
      )
        found.push(`${name}=${value.slice(0, 100)}`);
  return found;
}

describe.skipIf(executablePath === undefined && !isRequired)("words that want out of their place, in a browser", () => {
  it("stay there: nothing runs, nothing is asked for, nothing stands where it should not", async () => {
    const size = 12;
    const bonesOf = new Map<number, string[]>();
    for (let at = 0; at < texts.length; at += size) {
      const some = texts.slice(at, at + size);
      const bones = bonesOf.get(some.length) ?? (await bonesOfWords(some.length));
      bonesOf.set(some.length, bones);
      expect(bones.length).toBeGreaterThan(40 * some.length);
      const { page, trips } = await desk.open(render(...some.map(([, words]) => words)));
      await page.locator("body").press("o");
      const names = some.map(([name]) => name);
      expect([names, trips, await page.evaluate(intruders)]).toEqual([names, [], []]);
      expect([names, await page.evaluate(skeleton)]).toEqual([names, bones]);
      await page.context().close();
    }
  });

  /** The elements of a page with as many harmless texts. */
  async function bonesOfWords(count: number): Promise<string[]> {
    const { page } = await desk.open(render(...Array.from({ length: count }, () => "word")));
    const bones = await page.evaluate(skeleton);
    await page.context().close();
    return bones;
  }

  it.each([
    ["temml", { math }],
    ["converters that trust their input", careless],
  ])("stay there as formulas and drawings of %s, too", async (_, options) => {
    const some = texts.filter(([name]) => /formula|diagram|math|fence whose|script/.test(name));
    expect(some.length).toBeGreaterThan(6);
    const { page: plain } = await desk.open(render(...some.map(() => "word")));
    const { page, trips } = await desk.open(renderWith(options, ...some.map(([, words]) => words)));
    await page.locator("body").press("o");
    expect(await page.locator("math").count()).toBeGreaterThan(0);
    expect([trips, await page.evaluate(intruders)]).toEqual([[], []]);
    expect(await page.evaluate(skeleton)).toEqual(await plain.evaluate(skeleton));
  });

  it("the tripwire trips: a page that lets words out is found", async () => {
    const open = '<img src=x onerror="alert(1)"><script>fetch("https://example.org/")</script><form></form>';
    const page = render("word")
      .replace(/<meta http-equiv[^>]*>/, "")
      .replace("<p>word</p>", open);
    const { page: other, trips } = await desk.open(page);
    await expect.poll(() => trips.join("\n")).toMatch(/dialog: 1/);
    expect(trips.join("\n")).toMatch(/request: https:\/\/example\.org/);
    expect((await other.evaluate(intruders)).join("\n")).toMatch(/<img src="x"[^]*<script>[^]*<form>[^]*onerror=/);
  });
});
