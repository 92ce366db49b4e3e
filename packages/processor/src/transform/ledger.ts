import type { Ledger } from "@ccdag/ccast";
import type { VFile } from "vfile";

/** Set the ledger of a file. It is drawn up when it is read: most renderers do not read it. */
export function setLedger({ data }: VFile, draw: () => Ledger | undefined): void {
  let drawn: { readonly ledger: Ledger | undefined } | undefined;
  Object.defineProperty(data, "ledger", {
    configurable: true,
    enumerable: true,
    get: () => (drawn ??= { ledger: draw() }).ledger,
    set(ledger: Ledger | undefined) {
      drawn = { ledger };
    },
  });
}

/** Replace the ledger of a file by one that is made of it, when it is read. A file without a ledger gets none. */
export function deriveLedger(file: VFile, derive: (ledger: Ledger) => Ledger): void {
  const before = Object.getOwnPropertyDescriptor(file.data, "ledger");
  if (before === undefined) return;
  setLedger(file, () => {
    const ledger = (before.get ? before.get.call(file.data) : before.value) as Ledger | undefined;
    return ledger && derive(ledger);
  });
}
