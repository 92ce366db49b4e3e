import { answer, message, session, thinking, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { VFile } from "vfile";
import { expect, it } from "vitest";
import ccdagPresetStandup from "../src/index.js";

it("reports what was asked and done", async () => {
  const sample = tree(
    session(
      "s1",
      message("u1", "Is db7.pier.internal up?"),
      answer(
        "a1",
        thinking("Let me see."),
        "It is now.",
        toolCall("Bash", { command: "systemctl restart db" }, "ok ".repeat(999)),
      ),
    ),
  );
  const processor = unified().use(ccdagPresetStandup);
  const file = new VFile();
  const text = String(processor.stringify(await processor.run(sample, file), file));
  expect(text).toContain("Is REDACTED-host-1 up?");
  expect(text).toContain("It is now.");
  expect(text).toContain("systemctl restart db");
  expect(text).not.toMatch(/Let me see|ok ok|<details>/);
});
