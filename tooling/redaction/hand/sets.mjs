// All batches of the set that is written by hand.
import { lookalikes1 } from "./lookalikes-1.mjs";
import { lookalikes2 } from "./lookalikes-2.mjs";
import { lookalikes3 } from "./lookalikes-3.mjs";
import { lookalikes4 } from "./lookalikes-4.mjs";
import { lookalikes5 } from "./lookalikes-5.mjs";
import { lookalikes6 } from "./lookalikes-6.mjs";
import { lookalikes8 } from "./lookalikes-8.mjs";
import { secrets1 } from "./secrets-1.mjs";
import { secrets2 } from "./secrets-2.mjs";
import { secrets3 } from "./secrets-3.mjs";
import { secrets4 } from "./secrets-4.mjs";
import { secrets5 } from "./secrets-5.mjs";
import { secrets6 } from "./secrets-6.mjs";
import { secrets7 } from "./secrets-7.mjs";
import { secrets8 } from "./secrets-8.mjs";

/** Texts with secrets. */
export const secrets = [
  ...secrets1,
  ...secrets2,
  ...secrets3,
  ...secrets4,
  ...secrets5,
  ...secrets6,
  ...secrets7,
  ...secrets8,
];

/** Texts that only look like secrets. */
export const lookalikes = [
  ...lookalikes1,
  ...lookalikes2,
  ...lookalikes3,
  ...lookalikes4,
  ...lookalikes5,
  ...lookalikes6,
  ...lookalikes8,
];
