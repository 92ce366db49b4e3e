import { type Account, account, audit, type Finding } from "@ccdag/ccast";
import { transformTree } from "@ccdag/pipeline";
import { exit, type CommandIo } from "../io.ts";
import { AbsentAgents, census, checkOrder, DamageList, findDrift, verdict } from "@ccdag/report";
import { loadParts, locateAll, MessageList, parse } from "@ccdag/library";
import { inputArguments } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";

/** Options of `ccdag check`. */
export interface CheckOptions extends Verbosity {
  drift?: boolean | undefined;
  frail?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "check",
  rank: 220,
  purpose: "check",
  description: "verify that nothing was lost: messages, the account of all lines, the order",
  arguments: inputArguments,
  options: [
    {
      name: "drift",
      flags: "--drift",
      description: "list types, blocks and fields that this version does not know",
    },
    {
      name: "frail",
      isSetting: true,
      flags: "--frail",
      description: "exit with 1 on warnings, too",
    },
  ],
  example: "check ~/.claude/projects --drift",
  isUntrusted: true,
  run: (inputs, options, io) => runCheck(inputs, options, io),
};

/** `ccdag check`: prints the messages, the account and the findings; exits 1 when a record is lost, doubled or out of order, or when a line was not understood. */
async function runCheck(inputs: readonly string[], options: CheckOptions, io: CommandIo): Promise<number> {
  const damages = new DamageList();
  const absent = new AbsentAgents();
  const messages = new MessageList();
  const accounts: Account[] = [];
  const findings: Finding[] = [];
  let drift = "";
  // The drift is counted over all files.
  for await (const { file } of loadParts(await locateAll(inputs, io), io, options.drift !== true)) {
    // A record that a transform removes without hiding it counts as lost, too.
    const tree = await transformTree(parse(file, io), file, io.config);
    const { ledger, transcript } = file.data;
    for (const finding of [...census(file, ledger!), ...audit(tree, ledger!), ...checkOrder(tree, file)])
      findings.push(finding);
    damages.add(file);
    absent.add(tree);
    messages.add(file);
    accounts.push(account(tree, ledger!));
    if (options.drift) drift = findDrift(transcript!);
  }
  const file = messages.toFile();
  await printMessages(file, options, io, "all");
  const damage = damages.toDamage();
  const sum = sumAccounts(accounts);
  await io.stdout(`${verdict(findings, damage.summary, sum)}\n`);
  for (const place of damage.places) await io.stdout(`${place}\n`);
  for (const { reason, id } of findings) await io.stdout(`${id === undefined ? "" : `${id}: `}${reason}\n`);
  for (const sentence of absent.toSentences()) await io.stdout(`${sentence}\n`);
  await io.stdout(drift);
  if (findings.length > 0 || damage.isInside || sum.lines === 0) return exit.found;
  const warned = [file, ...(file.data.companions ?? [])].some((one) =>
    one.messages.some(({ fatal }) => fatal === false),
  );
  return options.frail && warned ? exit.found : exitCode(file);
}

function sumAccounts(accounts: readonly Account[]): Account {
  const total = (numberOf: (account: Account) => number) => accounts.reduce((sum, one) => sum + numberOf(one), 0);
  return {
    lines: total(({ lines }) => lines),
    placed: total(({ placed }) => placed),
    hidden: total(({ hidden }) => hidden),
    folded: accounts.flatMap(({ folded }) => folded),
    bookkeeping: accounts.flatMap(({ bookkeeping }) => bookkeeping),
    malformed: accounts.flatMap(({ malformed }) => malformed),
    recovered: accounts.flatMap(({ recovered }) => recovered),
  };
}
