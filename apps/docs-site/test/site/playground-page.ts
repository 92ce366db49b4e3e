import type { Server } from "node:http";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { Desk } from "../../../../tooling/browser/page.ts";
import { serveSite } from "./serve.ts";

/** Whether tests in a browser run on this machine. */
export const hasBrowser: boolean = executablePath !== undefined || isRequired;

/** The playground in a browser, and everything that it requested or reported. */
export interface OpenPlayground {
  readonly page: Page;
  readonly trips: () => string[];
}

/** Start a browser and a server for the tests of a file; the returned function opens the playground. */
export function usePlaygroundPage(): (
  options?: BrowserContextOptions & { fragment?: string },
) => Promise<OpenPlayground> {
  const desk = new Desk();
  let address: string;
  let server: Server;
  beforeAll(async () => void ({ address, server } = await serveSite()));
  afterAll(async () => {
    await desk.close();
    server.close();
  });
  return async ({ fragment = "", ...rest } = {}) => {
    const opened = await desk.visit(address, { ...rest, after: `/playground.html${fragment}` });
    // Pages in frames are made in the browser, with `blob:` addresses.
    const trips = () => opened.trips.filter((trip) => !/^(?:request|navigation): blob:/.test(trip));
    return { page: opened.page, trips };
  };
}

/** Choose a file. */
export async function give(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator("text=Choose files").waitFor();
  await page.setInputFiles('input[aria-label="Files"]', { name, mimeType: "application/json", buffer });
}

/** Open a sample, and wait for its page. */
export async function sample(page: Page, title: string): Promise<void> {
  await page.click(`button:has-text("${title}")`);
  await page.locator("iframe").waitFor();
}

/** Open a tab, and wait for its view. */
export async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  await page.locator('[aria-busy="false"]').waitFor();
}

const uuid = (number: number) => `${String(number).padStart(8, "0")}-1111-4111-8111-111111111111`;
const time = (number: number) => new Date(Date.UTC(2026, 2, 14, 13, 0, number)).toISOString();

/** A chain of prompts and answers, as JSONL. */
export function talk(count: number, text: (index: number) => string): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const isPrompt = index % 2 === 0;
    const role = isPrompt ? "user" : "assistant";
    const content = isPrompt ? text(index) : [{ type: "text", text: text(index) }];
    const parentUuid = index === 0 ? null : uuid(index - 1);
    const message = { role, content, ...(isPrompt ? {} : { id: `m${index}`, model: "claude" }) };
    return JSON.stringify({ type: role, uuid: uuid(index), parentUuid, timestamp: time(index), message });
  });
  return Buffer.from(`${lines.join("\n")}\n`);
}
