import { account, type Account, type Ledger, type Root } from "@ccdag/ccast";

/** The version of the envelope and the tree in it. It changes with the major version of `@ccdag/ccast`. */
export const schemaVersion = 2;

/** The output of `--to json`. */
export interface Envelope {
  ccdag: { schemaVersion: typeof schemaVersion; generator: "@ccdag/render-json" };
  tree: Root;
  account: Account;
}

const emptyLedger: Ledger = { lines: 0, records: [], folded: [], malformed: [], hidden: [] };

/**
 * Wrap a tree in its envelope, with its account.
 *
 * @param tree the tree.
 * @param ledger the ledger of the reading half (default: an empty one; the account then counts no lines).
 */
export function toEnvelope(tree: Root, ledger: Ledger = emptyLedger): Envelope {
  return { ccdag: { schemaVersion, generator: "@ccdag/render-json" }, tree, account: account(tree, ledger) };
}
