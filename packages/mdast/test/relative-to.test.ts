import { describe, expect, it } from "vitest";
import { relativeTo } from "../src/relative-to.ts";

describe("paths are relative to the folder of the session", () => {
  it.each([
    ["/app", "/app/src/a.ts", "src/a.ts"],
    ["/app", "cat /app/a /app/b", "cat a b"],
    ["/app", "cat \"/app/a b\" '/app/c' >/app/d", "cat \"a b\" 'c' >d"],
    ["/app", "A=/app/a;(cd /app/b)", "A=a;(cd b)"],
    ["C:\\work", "type C:\\work\\a.txt", "type a.txt"],
    // The folder is the end, or the beginning, of a longer path.
    ["/app", "/srv/app/x", "/srv/app/x"],
    ["/app", "/app/app/x", "app/x"],
    ["/app", "/app//app/x", "/app//app/x"],
    // The folder itself.
    ["/app", "rm -rf /app/", "rm -rf /app/"],
    ["/app", "cp x /app/ && ls '/app/'", "cp x /app/ && ls '/app/'"],
    ["/app", "/apple/x /app", "/apple/x /app"],
    ["/app", "file:///app/x", "file:///app/x"],
    // No folder.
    ["/", "/srv/x", "/srv/x"],
    ["", "/srv/x", "/srv/x"],
  ])("in %j, %j is shown as %j", (folder, text, short) => {
    expect(relativeTo(folder, text)).toBe(short);
  });
});
