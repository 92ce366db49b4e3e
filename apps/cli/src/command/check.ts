import { account, audit } from "@ccdag/ccast";
import { transformTree } from "@ccdag/pipeline";
import { exit, type CommandIo } from "../io.ts";
import { census } from "./census.ts";
import { load } from "../load.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { findDamage } from "./damage.ts";
import { findDrift } from "./drift.ts";
import { checkOrder } from "./order.ts";
import { parse } from "../tree.ts";
import { verdict } from "./verdict.ts";

/** Options of `ccdag check`. */
export interface CheckOptions extends Verbosity {
  drift?: boolean | undefined;
  frail?: boolean | undefined;
}

/** `ccdag check`: prints the messages, the account and the findings; exits 1 when a record is lost, doubled or out of order, or when a line was not understood. */
export async function runCheck(input: string | undefined, options: CheckOptions, io: CommandIo): Promise<number> {
  const { file } = await load(input, io);
  // A record that a transform removes without hiding it counts as lost, too.
  const tree = await transformTree(parse(file, io), file, io.config);
  const { ledger, transcript } = file.data;
  const findings = [...census(file, ledger!), ...audit(tree, ledger!), ...checkOrder(tree, file)];
  await printMessages(file, options, io);
  const damage = findDamage(file);
  await io.stdout(`${verdict(findings, damage.summary, account(tree, ledger!))}\n`);
  for (const place of damage.places) await io.stdout(`${place}\n`);
  for (const { reason, id } of findings) await io.stdout(`${id === undefined ? "" : `${id}: `}${reason}\n`);
  if (options.drift) await io.stdout(findDrift(transcript!));
  if (findings.length > 0 || damage.isInside || ledger!.lines === 0) return exit.found;
  const warned = [file, ...(file.data.companions ?? [])].some(({ messages }) =>
    messages.some(({ fatal }) => fatal === false),
  );
  return options.frail && warned ? exit.found : exitCode(file);
}
