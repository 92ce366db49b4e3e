import { account, type Account, type Ledger, type Root } from "@ccdag/ccast";

/** The version of the envelope and of the tree in it; it changes with the major version of `@ccdag/ccast`. */
export const schemaVersion = 1;

/** What `--to json` writes. */
export interface Envelope {
  ccdag: { schemaVersion: typeof schemaVersion; generator: "@ccdag/render-json" };
  tree: Root;
  account: Account;
}

const nothing: Ledger = { lines: 0, records: [], folded: [], malformed: [], hidden: [] };

/**
 * Put a tree into its envelope, with its account.
 *
 * @param tree the tree.
 * @param ledger what reading found (default: nothing; the account then counts no lines).
 */
export function toEnvelope(tree: Root, ledger: Ledger = nothing): Envelope {
  return { ccdag: { schemaVersion, generator: "@ccdag/render-json" }, tree, account: account(tree, ledger) };
}
