import { answer, branch, message, session, toolCall, tree } from "@ccdag/testkit";
import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderHtml from "../src/index.ts";
import {
  eachPosting,
  eachWord,
  findPages,
  fromScript,
  readPage,
  searchPaths,
  toScript,
  weightOf,
  writePosting,
} from "../src/site-search.ts";

const words = (text: string): string[] => {
  const found: string[] = [];
  eachWord(text, (word) => found.push(word));
  return found;
};

describe("words of a text", () => {
  it.each([
    ["letters and digits, without case", "Node.js 20: sortKeys(a)", ["node", "js", "20", "sortkeys"]],
    ["without accents, in any spelling", "Café cafe\u0301 Straße Ångström", ["cafe", "cafe", "straße", "angstrom"]],
    ["parts of a name", "sort_order src/table.ts", ["sort", "order", "src", "table", "ts"]],
    ["scripts without spaces by character", "表を見る", ["表", "を", "見", "る"]],
    ["other scripts by word", "проверить порядок", ["проверить", "порядок"]],
    ["characters beyond the basic plane by themselves", "done🎉ok 𠮷", ["done", "🎉", "ok", "𠮷"]],
    ["cut after 40 characters", "a".repeat(50), ["a".repeat(40)]],
    ["letters that stand for several words", "محمد\uFDFA", ["محمدصلىاللهعليهوسلم".normalize("NFKD")]],
    ["with vowel signs, which are no accents", "को कि", ["को", "कि"]],
    ["no character alone", "a - b", []],
  ])("%s", (_, text, expected) => expect(words(text)).toEqual(expected));

  it("a word of a text is found by itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const word of words(text)) expect(words(`(${word})`)).toContain(word);
      }),
    );
  });
});

describe("what a page says", () => {
  const pageOf = (...children: Parameters<typeof session>[1][]): string =>
    unified()
      .use(renderHtml)
      .stringify(tree(session({ sessionId: "s", title: "A talk" }, ...(children as never[]))));

  it("each message with its id and its time; tags do not cut words, and line numbers are not said", () => {
    const code = '```js\nconst one = `a<b && "c"`;\n```';
    const html = pageOf(
      message("u1", "Is **fun**ction 'a < b' & \"c\" > d?") as never,
      answer("u2", "Yes", toolCall("t1", "Read")) as never,
      answer("u3", code) as never,
    );
    const messages = readPage(html);
    expect(messages.map(({ id }) => id)).toEqual(
      ["", "msg-u1", "msg-u2", "msg-u3"].filter((id) => html.includes(`"${id}"`) || id === ""),
    );
    expect(messages.find(({ id }) => id === "msg-u1")!.text).toContain("Is function 'a < b' & \"c\" > d?");
    expect(messages.map(({ text }) => text).join(" ")).toContain('const one = `a<b && "c"`;');
  });

  it("all that is visible, whatever the texts are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme-ascii", minLength: 1 }), { minLength: 1, maxLength: 4 }),
        (texts) => {
          const html = pageOf(
            ...texts.map((text, at) => message(`u${at}`, `\`\`\`\`\`\`\n${text}\n\`\`\`\`\`\``) as never),
          );
          const said = new Set(readPage(html).flatMap(({ text }) => words(text)));
          const plain = html
            .replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " ")
            .replace(/&#x([\dA-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
          const main = words(texts.join("\n"));
          for (const word of main) expect([word, said.has(word), plain.length > 0]).toEqual([word, true, true]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("the messages of an agent, and of a branch, are their own", () => {
    const html = pageOf(
      message("u1", "first") as never,
      branch({ uuid: "u2" }, message("u2", "second")) as never,
      branch({ uuid: "u3", active: true }, message("u3", "third")) as never,
    );
    const texts = new Map(readPage(html).map(({ id, text }) => [id, text]));
    expect(texts.get("msg-u2")).toContain("second");
    expect(texts.get("msg-u2")).not.toContain("third");
  });
});

describe("files of an index", () => {
  it("postings are read as they were written", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.nat(100_000), fc.nat(15)), { selector: ([page]) => page }), (postings) => {
        const sorted = postings.sort(([a], [b]) => a - b);
        let last = -1;
        let text = "";
        for (const [page, weight] of sorted) {
          text += writePosting(page - last, weight);
          last = page;
        }
        const found: Array<[number, number]> = [];
        eachPosting(text, (page, weight) => found.push([page, weight]));
        expect(found).toEqual(sorted);
      }),
    );
    expect([1, 2, 3, 4, 1000, 2 ** 30].map(weightOf)).toEqual([0, 1, 1, 2, 9, 15]);
  });

  it("a script holds any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fromScript(toScript("x", text))).toBe(text);
      }),
    );
    expect(() => fromScript("ccdagSearch(1)\n")).toThrow("expected a text");
  });
});

describe("pages of an index", () => {
  const index = {
    pages: [
      ["p", ["a.html", "b.html"]],
      ["q", ["c.html"]],
    ],
    segments: [
      {
        pages: [0, 2],
        blocks: [
          ["alpha", "x1"],
          ["gamma", "x2"],
        ],
      },
      // The first page of this segment is gone.
      { pages: [-1, 1], blocks: [["alpha", "y1"]] },
    ],
  } as const;
  const files: Record<string, string> = {
    [searchPaths.block("x1")]: "alpha 1A1C\nalphabet 1A\nbeta 2A\n",
    [searchPaths.block("x2")]: "gamma 1A1A\n",
    [searchPaths.block("y1")]: "alpha 1D1A\ngamma 1A\n",
  };
  const find = async (query: string) => {
    const loaded: string[] = [];
    const load = (path: string) => {
      loaded.push(path);
      return Promise.resolve(files[path]!);
    };
    return { paths: (await findPages(index, query, load)).map(({ path }) => path), loaded };
  };

  it("hold all words, or words that begin with them; the best first; pages that are gone are not found", async () => {
    expect((await find("alpha")).paths).toEqual(["q/c.html", "p/a.html", "p/b.html"]);
    expect((await find("alph gamma")).paths).toEqual(["q/c.html", "p/a.html"]);
    expect((await find("beta")).paths).toEqual(["q/c.html"]);
    expect((await find("nothing")).paths).toEqual([]);
    expect((await find("- !")).paths).toEqual([]);
  });

  it("only files that may hold a word are loaded", async () => {
    expect((await find("gamma")).loaded.sort()).toEqual([searchPaths.block("x2"), searchPaths.block("y1")]);
  });
});
