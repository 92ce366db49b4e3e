import { expect, it } from "vitest";
import { textOf } from "./read.mjs";

it("reads what a reader sees, in its order, whatever the tool writes", () => {
  expect(textOf("<p>One &lt;two&gt;</p><script>no</script><pre>three\nfour</pre>", "a.html")).toBe(
    "One <two>\n\nthree\nfour",
  );
  expect(textOf('{"a": ["one", {"b": "two"}], "c": "three", "d": 4}', "a.json")).toBe("one\ntwo\nthree");
  expect(textOf("# One\n\n> <two>\n> three", "a.md")).toBe("# One\n\n<two>\nthree");
});
