import { describe, expect, it } from "vitest";
import { ccdag, sample } from "./world.ts";

const terminal = (columns: number) => ({ isStdoutTerminal: true, columns });

describe("table", () => {
  it.each(["branches", "usage", "agents"])(
    "fits a terminal of 80 columns where %s prints it, and is whole in a pipe",
    async (command) => {
      const { code, stdout } = await ccdag([command, sample], terminal(80));
      expect(code).toBe(0);
      expect(stdout).toMatchSnapshot("terminal");
      expect((await ccdag([command, sample], { columns: 80 })).stdout).toMatchSnapshot("pipe");
    },
  );
});
