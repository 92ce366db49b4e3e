import type { Part } from "./forms.mjs";

/** All forms, those of gitleaks and our own. */
export function allForms(): Array<{ readonly kind: string; readonly parts: readonly Part[] }>;

/** The files that are not as they would be written. */
export function stale(): string[];
