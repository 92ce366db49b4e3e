import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { give, hasBrowser, sample, tab, talk, usePlaygroundPage } from "./playground-page.ts";

describe.runIf(hasBrowser)("files in the playground", () => {
  const open = usePlaygroundPage();

  it("with 20 MB: stays responsive, shows its progress, divides the page, and can be cancelled", async () => {
    const { page, trips } = await open();
    const words = "The beds on the north side need water on Monday and on Thursday. ".repeat(80);
    const large = talk(3800, (index) => `${index} ${words}`);
    expect(large.length).toBeGreaterThan(20_000_000);
    await page.evaluate(() => {
      const state = globalThis as unknown as { gap: number; seen: string[] };
      Object.assign(state, { gap: 0, seen: [] });
      let last = performance.now();
      const look = () => {
        state.gap = Math.max(state.gap, performance.now() - last);
        last = performance.now();
        const said = document.querySelector(".progress p")?.textContent ?? "";
        if (said !== "" && state.seen.at(-1) !== said) state.seen.push(said);
        requestAnimationFrame(look);
      };
      look();
    });
    // As a file on disk: passing the bytes from the test would block the page.
    const folder = mkdtempSync(join(tmpdir(), "ccdag-large-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "large.jsonl");
    writeFileSync(path, large);
    await page.setInputFiles('input[aria-label="Files"]', path);
    await page.click("text=Cancel");
    await page.locator("text=Cancelled.").waitFor();
    const begin = Date.now();
    await page.setInputFiles('input[aria-label="Files"]', path);
    await page.locator("text=Nothing is lost of 3800 lines").waitFor();
    const read = Date.now() - begin;
    await page.locator("iframe").waitFor();
    const rendered = Date.now() - begin;
    const { gap, seen } = await page.evaluate(() => {
      const state = globalThis as unknown as { gap: number; seen: string[] };
      return { gap: state.gap, seen: state.seen };
    });
    console.log(
      `20 MB: read after ${read} ms, rendered after ${rendered} ms; the longest pause of the page was ${Math.round(gap)} ms`,
    );
    expect(seen.some((said) => said.startsWith("Reading"))).toBe(true);
    expect(seen.some((said) => said.startsWith("Parsing") || said.startsWith("Rebuilding"))).toBe(true);
    expect(await page.locator('label:has-text("Page") option').count()).toBeGreaterThan(10);
    await page.selectOption('label:has-text("Page") select', "3");
    await expect.poll(() => page.frameLocator("iframe").locator("article").count()).toBeGreaterThan(0);
    await tab(page, "Markdown");
    await page.locator("text=Show more of the remaining").waitFor();
    expect(trips()).toEqual([]);
  });

  it("shares small files in the address, and opens a shared address", async () => {
    const first = await open();
    await sample(first.page, "A rewind");
    await tab(first.page, "Markdown");
    await first.page.click("text=Share as an address");
    await first.page.locator("text=Everyone who has the address can read them").waitFor();
    const hash = await first.page.evaluate(() => location.hash);
    const second = await open({ fragment: hash });
    await second.page.locator("text=Nothing is lost of 7 lines").waitFor();
    await expect.poll(() => second.page.locator(".text-view pre").textContent()).toContain("And the roses?");
    expect(second.trips()).toEqual([]);
    const third = await open({ fragment: "#share=broken" });
    await third.page.locator("text=Choose files").waitFor();
    expect(third.trips()).toEqual([]);
    const large = await open();
    await sample(large.page, "An afternoon");
    await large.page.click("text=Share as an address");
    await large.page.locator("text=too large for an address").waitFor();
  });

  it("reports what it cannot read in one line, and lists broken lines with their location", async () => {
    const { page } = await open();
    await give(page, "notes.json", Buffer.from("{}"));
    await page.locator("text=This file is not a transcript").waitFor();
    await give(page, "broken.jsonl", Buffer.concat([talk(2, String), Buffer.from("{broken\n")]));
    await page.locator("iframe").waitFor();
    await tab(page, "Diagnostics");
    await page.locator("td >> text=invalid-json").waitFor();
    await page.click("button:has-text('broken.jsonl:3')");
    await page.locator(".why >> text=not a JSON object").waitFor();
    expect(await page.locator(".why .small").first().textContent()).toContain("broken.jsonl:3");
  });

  it("opens what was dropped last, and keeps the project open if nothing of the drop can be read", async () => {
    const { page } = await open();
    await sample(page, "A rewind");
    const drop = (name: string, text: string) =>
      page.evaluate(
        ([file, content]) => {
          const data = new DataTransfer();
          data.items.add(new File([content!], file!));
          dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        },
        [name, text],
      );
    await drop("notes.txt", "words");
    await page.locator("text=This file is not a transcript").waitFor();
    expect(await page.locator("text=Nothing is lost of 7 lines").isVisible()).toBe(true);
    await drop("one.jsonl", String(talk(400, () => "words ".repeat(2000))));
    await drop("two.jsonl", String(talk(4, String)));
    await page.locator("text=Nothing is lost of 4 lines").waitFor();
    await page.frameLocator("iframe").locator("article").first().waitFor();
    await drop("nothing.jsonl", "one\ntwo\n");
    await page.locator("text=Nothing is lost of 2 lines, 2 malformed").waitFor();
    await page.locator("text=These files contain no messages").waitFor();
  });
});
