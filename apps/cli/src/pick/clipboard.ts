import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Io, Terminal } from "../io.ts";

type Env = Io["env"];
type Tool = readonly [command: string, ...args: string[]];

/** A program of the system has so many milliseconds. */
const maxToolMs = 2000;

/** The programs that may put a text into the clipboard, the best first. Over SSH they would have that of another machine. */
export function clipboardTools(env: Env, platform: NodeJS.Platform = process.platform): readonly Tool[] {
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return [];
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [[join(env["SystemRoot"] ?? String.raw`C:\Windows`, "System32", "clip.exe")]];
  return [
    ...(env["WAYLAND_DISPLAY"] ? [["wl-copy"] as const] : []),
    ...(env["DISPLAY"]
      ? [["xclip", "-selection", "clipboard"] as const, ["xsel", "--clipboard", "--input"] as const]
      : []),
    ...(env["WSL_DISTRO_NAME"] ? [["clip.exe"] as const] : []),
  ];
}

/**
 * Copy a text: by a program of the system, else by the terminal, which may ignore it.
 *
 * @param text what to copy.
 * @param env the variables of the run.
 * @param terminal the terminal.
 * @returns what to say about it.
 */
export function copyText(text: string, env: Env, { output }: Terminal): string {
  for (const [command, ...args] of clipboardTools(env)) {
    // `clip.exe` expects UTF-16. The others may stay alive, and then must not hold the streams of this process.
    const input = command.endsWith("clip.exe") ? Buffer.from(`\uFEFF${text}`, "utf16le") : text;
    const stdio = ["pipe", "ignore", "ignore"] as const;
    const { status, error } = spawnSync(command, args, { input, stdio: [...stdio], timeout: maxToolMs });
    if (status === 0 && error === undefined) return "Copied.";
  }
  output.write(`\u001B]52;c;${Buffer.from(text).toString("base64")}\u0007`);
  return "Sent to the clipboard of the terminal; if that does not take it, copy the line above.";
}
