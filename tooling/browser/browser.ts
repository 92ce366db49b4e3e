import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const locations = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser of this machine: the one that `CCDAG_BROWSER` names, else one in a usual location. */
export const executablePath: string | undefined = [process.env["CCDAG_BROWSER"] ?? "", ...locations].find(existsSync);

/** Whether tests in a browser must run: then a machine without a browser fails them. */
export const isRequired: boolean = process.env["CCDAG_NEEDS_BROWSER"] === "1";

if (executablePath === undefined && !isRequired)
  console.warn("No browser: tests of pages are skipped. Install Chromium, or name one in CCDAG_BROWSER.");

/** Start the browser of this machine. */
export async function launch(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("No browser, expected Chromium or a path in CCDAG_BROWSER");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}
