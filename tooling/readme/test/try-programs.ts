import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Block, plain, printedBy, type Program, programsOf, whyNotRun } from "../blocks.mjs";
import { type Sandbox, top } from "./sandbox.ts";

/** Compile the programs of documents, and run each: it must print what the comments of `console.log` say. */
export function tryPrograms(blocks: readonly Block[], { out, home, project }: Sandbox): void {
  const programs = programsOf(blocks);
  const fileOf = ({ at }: Program) => join(out, "programs", `${at.replace(/[^\w]+/g, "-")}.ts`);

  beforeAll(() => {
    mkdirSync(join(out, "programs"), { recursive: true });
    writeFileSync(
      join(out, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: ["programs"] }),
    );
    for (const program of programs) {
      const code = program.code.replaceAll("/home/me/.claude", join(home, ".claude"));
      writeFileSync(fileOf(program), `${code}\nexport {};\n`);
    }
  });

  describe("TypeScript in the documents", () => {
    it("compiles under strict", async () => {
      const tsc = join(top, "node_modules/typescript/bin/tsc");
      const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", out]).catch(
        (error: unknown) => error as { stdout: string },
      );
      expect(stdout).toBe("");
    });

    it.each(programs.map((program) => [program.at, program] as const))(
      "%s runs, and prints what it says",
      async (_, program) => {
        const why = whyNotRun(program);
        if (why !== undefined) {
          console.log(`${program.at} is compiled only: ${why}`);
          return;
        }
        const printed: string[] = [];
        const log = vi
          .spyOn(console, "log")
          .mockImplementation((...words: unknown[]) => void printed.push(format(...words)));
        const error = vi.spyOn(console, "error").mockImplementation(() => {});
        const { argv } = process;
        const cwd = process.cwd();
        process.argv = ["node", "program", project];
        vi.stubEnv("HOME", home);
        process.chdir(out);
        onTestFinished(() => {
          process.argv = argv;
          process.chdir(cwd);
          vi.unstubAllEnvs();
          log.mockRestore();
          error.mockRestore();
        });
        await import(/* @vite-ignore */ fileOf(program));
        for (const words of printedBy(program))
          expect(printed.map(plain)).toContainEqual(expect.stringContaining(plain(words)));
      },
    );
  });
}
