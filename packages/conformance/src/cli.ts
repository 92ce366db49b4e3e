import { join } from "node:path";
import { parseArgs } from "node:util";
import { readScenarios, unpack } from "./data.ts";
import { type Result, runAll } from "./run-tool.ts";
import { isPassed, toTable } from "./to-table.ts";
import { dimensions } from "./types.ts";

const help = `Usage: conformance --run "<command>" [options]

Run a tool on recorded conversations, and score what it writes.

Options:
  --run <command>     a command of the shell; {home}, {projects}, {project}, {file},
                      {session} and {out} are replaced, see the README
  --only <text>       only scenarios whose name holds this
  --fails             print why, for each scenario that is not passed
  --json              print all scores as JSON
  --timeout <seconds> end a command after so long (default: 60)
  --unpack <folder>   write the scenarios as plain files, and run nothing
  --list              print the names of the scenarios

Exit code: 0 everything is passed, 1 something is not, 2 usage

Example:
  $ npx @ccdag/conformance --run "npx ccdag export {project} --to json -o -"
`;

/**
 * Run the command line.
 *
 * @param args the arguments, without the program.
 * @param print takes what is printed.
 * @returns the exit code.
 */
export async function main(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      run: { type: "string" },
      only: { type: "string" },
      fails: { type: "boolean" },
      json: { type: "boolean" },
      timeout: { type: "string" },
      unpack: { type: "string" },
      list: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const scenarios = await readScenarios(values.only);
  if (values.list)
    print(`${scenarios.map(({ name, expected }) => `${name}\t${expected.about.split("\n")[0]}`).join("\n")}\n`);
  else if (values.unpack !== undefined) {
    for (const scenario of scenarios) await unpack(scenario, join(values.unpack, scenario.name));
    print(`${scenarios.length} scenarios in ${values.unpack}\n`);
  } else if (values.run === undefined || values.help) {
    print(help);
    return values.help ? 0 : 2;
  } else {
    const command = values.run;
    const timeout = Number(values.timeout ?? 60) * 1000;
    const results = await runAll(scenarios, { command, timeout });
    print(values.json ? `${JSON.stringify(results, undefined, 1)}\n` : report(results, values.fails === true));
    if (results.length < scenarios.length && !values.json)
      print(`${scenarios.length - results.length} of other agents not run: the command does not name {home}\n`);
    return results.every(isPassed) ? 0 : 1;
  }
  return 0;
}

function report(results: readonly Result[], withFails: boolean): string {
  const fails = results.filter((result) => withFails && !isPassed(result)).map(whyNot);
  const { length } = results.filter(isPassed);
  const judged = dimensions.filter((dimension) => results.some(({ score }) => score[dimension] !== undefined));
  const note =
    judged.length === dimensions.length
      ? ""
      : `\nNot judged, because the output is no tree: ${dimensions.filter((one) => !judged.includes(one)).join(", ")}\n`;
  return `${[...fails, ""].filter(Boolean).join("\n")}${toTable(results)}\n${note}\n${length} of ${results.length} passed\n`;
}

function whyNot({ name, score, failure }: Result): string {
  const reasons = dimensions.flatMap((dimension) =>
    (score[dimension] ?? []).slice(0, 3).map((one) => `  ${dimension}: ${one}`),
  );
  return `${name}\n${failure === undefined ? reasons.join("\n") : `  failed: ${failure}`}\n`;
}
