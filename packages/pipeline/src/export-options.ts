import type { OptionRow } from "./option-row.ts";
import { contentOptions } from "./options/content-options.ts";
import { documentOptions } from "./options/document.ts";
import { redactionOptions } from "./options/redaction.ts";

/**
 * The table of options of an export, in the order of the help. Command line, documents, the schema of a config and the
 * form of the playground are made of it: a new option is one row and its implementation.
 */
export const exportOptions: readonly OptionRow[] = [...contentOptions, ...documentOptions, ...redactionOptions];
