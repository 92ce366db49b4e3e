import { assigned } from "./detect/assigned.ts";
import { commandLine } from "./detect/command-line.ts";
import { context } from "./detect/context.ts";
import { keyForms } from "./detect/forms.ts";
import { headers } from "./detect/header.ts";
import { keyPart } from "./detect/key-part.ts";
import { keys } from "./detect/keys.ts";
import { kubernetes } from "./detect/kubernetes.ts";
import { languages } from "./detect/languages.ts";
import { logins } from "./detect/logins.ts";
import { email, homePath, userName } from "./detect/people.ts";
import { pgpass } from "./detect/pgpass.ts";
import { printed } from "./detect/printed.ts";
import { privateKey } from "./detect/private-key.ts";
import { sqlInsert } from "./detect/sql.ts";
import { urlCredentials } from "./detect/url.ts";
import { wallets } from "./detect/wallets.ts";
import type { Detector } from "./types.ts";

/** Detectors of secrets, whose findings are redacted wherever they occur. Specific forms come first, general ones later. */
const secrets = [
  privateKey,
  keyPart,
  keyForms,
  ...keys,
  ...context,
  ...headers,
  urlCredentials,
  pgpass,
  commandLine,
  kubernetes,
  assigned,
  languages,
  logins,
  printed,
  sqlInsert,
  ...wallets,
];

/** The built-in detectors, for Node and browsers. */
export const detectors: readonly Detector[] = [
  ...secrets.map((detector) => ({ ...detector, spreads: true })),
  email,
  homePath,
  userName,
];
