import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { patience } from "../gate/patience.mjs";
import { launch } from "./browser.ts";

/** An open page, and its requests, messages and errors. */
export interface Opened {
  readonly page: Page;
  /** Requests, dialogs, console messages, errors and navigation. */
  readonly trips: string[];
}

/** Milliseconds after which a test stops waiting for a page, on a quiet machine. */
const pageTimeout = 30_000;

/** A browser for the tests of a file. */
export class Desk {
  #browser: Browser | undefined;
  readonly #folder: string = mkdtempSync(join(tmpdir(), "ccdag-pages-"));
  #count = 0;

  /** Open a text as a file in a new window. */
  async open(html: string, options: BrowserContextOptions & { readonly after?: string } = {}): Promise<Opened> {
    const path = join(this.#folder, `page-${this.#count++}.html`);
    writeFileSync(path, html);
    return this.visit(pathToFileURL(path).href, options);
  }

  /** Open an address. */
  async visit(
    url: string,
    { after = "", ...options }: BrowserContextOptions & { readonly after?: string } = {},
  ): Promise<Opened> {
    this.#browser ??= await launch();
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(pageTimeout * patience());
    const page = await context.newPage();
    const trips: string[] = [];
    page.on("dialog", (dialog) => {
      trips.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("pageerror", (error) => trips.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") trips.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const isOwn = request.url().startsWith(url.replace(/#.*$/, "")) || request.url().startsWith("data:");
      if (!isOwn) trips.push(`request: ${request.url()}`);
    });
    page.on("framenavigated", (frame) => {
      if (!frame.url().startsWith(url)) trips.push(`navigation: ${frame.url()}`);
    });
    page.on("popup", () => trips.push("window"));
    await page.goto(url + after);
    return { page, trips };
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The address of a page as it is now: what playwright knows follows a moment after the page has changed it. */
export async function addressOf(page: Page): Promise<URL> {
  return new URL(await page.evaluate(() => location.href));
}

/** The findings of axe, as `rule: element`; without some rules, where another test looks at what they are about. */
export async function violations(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const found = await page.evaluate(async (options) => {
    const { axe: run } = globalThis as unknown as { axe: typeof axe };
    return (await run.run(document, { resultTypes: ["violations"], rules: options })).violations;
  }, rules);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}
