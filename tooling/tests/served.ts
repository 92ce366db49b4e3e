import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";

/**
 * The page that `ccdag serve` shows. The server is stopped when the test ends.
 *
 * @param argv the program with its arguments, such as Node with the path of `bin.js`.
 * @param options where it runs.
 */
export async function served(
  argv: readonly [program: string, ...words: string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const [program, ...words] = argv;
  const server = spawn(program, [...words, "--port", "0"], options);
  onTestFinished(() => void server.kill("SIGKILL"));
  for await (const text of server.stderr) {
    const [address] = /http:\S+/.exec(String(text)) ?? [];
    if (address === undefined) continue;
    const { headers } = await fetch(address, { redirect: "manual" });
    const cookie = headers.get("set-cookie")!.replace(/;.*/, "");
    return (await fetch(new URL(".", address), { headers: { cookie } })).text();
  }
  throw new Error("No address was printed");
}
