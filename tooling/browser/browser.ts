import { type Browser, chromium } from "playwright-core";
import { browserPath, launchOptions } from "../gate/services.mjs";

/** The browser of this machine: the one that `CCDAG_BROWSER` names, else one in a usual location. */
export const executablePath: string | undefined = browserPath();

/** Whether tests in a browser must run: then a machine without a browser fails them. */
export const isRequired: boolean = process.env["CCDAG_NEEDS_BROWSER"] === "1";

if (executablePath === undefined && !isRequired)
  console.warn("No browser: tests of pages are skipped. Install Chromium, or name one in CCDAG_BROWSER.");

/** The browser of this machine: a connection to the one that runs for all suites, or a browser that is started here. */
export async function launch(): Promise<Browser> {
  const socket = process.env["CCDAG_BROWSER_SOCKET"];
  if (socket !== undefined) return chromium.connect(socket);
  if (executablePath === undefined) throw new Error("No browser, expected Chromium or a path in CCDAG_BROWSER");
  return chromium.launch(launchOptions());
}
