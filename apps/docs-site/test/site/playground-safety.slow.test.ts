import { hostile } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { give, hasBrowser, tab, talk, usePlaygroundPage } from "./playground-page.ts";

describe.runIf(hasBrowser)("untrusted text in the playground", () => {
  const open = usePlaygroundPage();

  it("contains untrusted text in every view", async () => {
    const { page, trips } = await open();
    await give(
      page,
      "hostile.jsonl",
      talk(hostile.length * 2, (index) => hostile[index >> 1]![1]),
    );
    await page.locator("iframe").waitFor();
    for (const name of ["Markdown", "JSON", "Graph", "Diagnostics", "Account", "Page"]) await tab(page, name);
    await page.frameLocator("iframe").locator("article.prompt").first().click();
    await page.locator(".why pre").first().waitFor();
    expect(await page.locator("main script, main [onerror], main [onload]").count()).toBe(0);
    expect(trips()).toEqual([]);
  });

  it("shows text as text, never as a page, also while the page is still rendering", async () => {
    const { page, trips } = await open();
    const words = "<img src=x onerror='top.hurt=1'><script>top.hurt=1</script> words ".repeat(300);
    await give(
      page,
      "slow.jsonl",
      talk(200, (index) => `${index} ${words}`),
    );
    await page.locator("iframe").waitFor();
    for (const name of ["Markdown", "JSON"]) {
      await tab(page, name);
      await page.locator(".text-view pre").waitFor();
      await page.getByRole("tab", { name: "Page" }).click();
      await page.frameLocator("iframe").locator("article").first().waitFor();
    }
    expect(await page.evaluate(() => "hurt" in globalThis)).toBe(false);
    // If a script got into a frame, the inherited policy would still stop it.
    const ran = await page.evaluate(async () => {
      const frame = document.createElement("iframe");
      const html = "<img src=x onerror='top.hurt=1'><script>top.hurt=1</script>";
      frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      await new Promise((resolve) => setTimeout(resolve, 200));
      frame.remove();
      return "hurt" in globalThis;
    });
    expect(ran).toBe(false);
    expect(trips().filter((trip) => !/Content Security Policy/.test(trip))).toEqual([]);
  });

  it("quotes file names for the shell", async () => {
    const { page } = await open();
    await give(page, "$(touch x) ;it's.jsonl", talk(2, String));
    await page.locator("iframe").waitFor();
    for (const [name, options] of [
      ["Page", "--to html -o talk.html"],
      ["Diagnostics", "--verbose"],
      ["Account", "--drift"],
    ] as const) {
      await tab(page, name);
      const command = await page.locator(".command code").textContent();
      expect(command).toContain(String.raw`'$(touch x) ;it'\''s.jsonl'`);
      expect(command).toContain(options);
    }
  });

  it("cannot send data to other sites: the policy of the page forbids it", async () => {
    const { page } = await open();
    const forbidden = await page.evaluate(async () => {
      const violated: string[] = [];
      document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => violated.push(violatedDirective));
      await fetch("http://127.0.0.1:9/", { method: "POST", body: "words" }).catch(() => {});
      navigator.sendBeacon("http://127.0.0.1:9/", "words");
      new Image().src = "http://127.0.0.1:9/?words";
      await new Promise((resolve) => setTimeout(resolve, 100));
      return violated;
    });
    expect(forbidden).toEqual(["connect-src", "connect-src", "img-src"]);
  });
});
