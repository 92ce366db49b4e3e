import { type Json, OpencodeHome } from "./opencode-home.ts";

export const tool = (callID: string, name: string, state: Json) => ({ type: "tool", tool: name, callID, state });
export const done = (output: string, more: Json = {}) => ({
  status: "completed",
  input: { path: "a" },
  output,
  ...more,
});
export const synthetic = (text: string, more: Json = {}) => ({ type: "text", text, synthetic: true, ...more });

/** Two turns in a session `s`. */
export function twoTurns(home: OpencodeHome = new OpencodeHome()): OpencodeHome {
  return home
    .session("s")
    .asks("m1", 1, "One")
    .answers("m2", 2, "First.")
    .asks("m3", 3, "Two")
    .answers("m4", 4, "Second.");
}

/** A drawing, without its margin. */
export function lines(text: string): string {
  const rows = text.split("\n").slice(1, -1);
  const margin = rows[0]!.search(/\S/);
  return rows.map((row) => row.slice(margin)).join("\n");
}
