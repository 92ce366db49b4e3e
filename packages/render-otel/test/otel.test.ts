import { answer, conformance, message, session, toolCall, tree } from "@ccdag/testkit";
import { expect, it } from "vitest";
import renderOtel, { toOtel } from "../src/index.ts";

// TODO: how the output is parsed, so that untrusted text cannot break out of its place.
conformance(renderOtel, { format: "text" });

it("renders a conversation", () => {
  const talk = session(
    "s1",
    message("u1", "Which?"),
    answer("a1", "These:", toolCall("Bash", { command: "ls" }, "a.ts")),
  );
  expect(toOtel(tree(talk))).toMatch(
    /^# session s1\n\w+:\nWhich\?\n\w+:\nThese:\nBash \{"command":"ls"\}\nresult:\na\.ts\n$/,
  );
});
