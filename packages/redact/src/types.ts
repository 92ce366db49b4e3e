/** A secret in a text. */
export interface RedactionFinding {
  /** The index of the text. */
  readonly text: number;
  /** Its start and end, in UTF-16 units, as for `slice`. */
  readonly from: number;
  readonly to: number;
  /** The rule that found it (default: the name of the detector). */
  readonly rule?: string | undefined;
  /** The word in its name, as in `REDACTED-<kind>-1`; several rules may share one (default: the rule). */
  readonly kind?: string | undefined;
}

/** Finds secrets. */
export interface Detector {
  /** A short name with hyphens. It is the rule of its findings, and part of the names that replace them. */
  readonly name: string;
  /**
   * Whether a secret may be divided by a line break of a terminal or editor (default: `false`). The detector then also gets
   * texts in which such lines are joined.
   */
  readonly wraps?: boolean | undefined;
  /**
   * Whether what it finds is a secret wherever it occurs (default: `false`). Each value is then searched for in all texts, also
   * where nothing marks it as a secret.
   */
  readonly spreads?: boolean | undefined;
  /**
   * Find secrets.
   *
   * @param texts all distinct texts of a conversation, so that what one text reveals can be found in the others.
   */
  readonly find: (texts: readonly string[]) => Iterable<RedactionFinding> | Promise<Iterable<RedactionFinding>>;
}

/** What was redacted. It contains no part of any secret. */
export interface Audit {
  /** That redaction is a net, for readers of an audit file. */
  readonly note: string;
  /** How many occurrences were redacted. */
  readonly total: number;
  readonly findings: readonly AuditRow[];
  /** How many images and documents were removed. */
  readonly images: number;
}

/** The redactions of one rule in one record. */
export interface AuditRow {
  readonly rule: string;
  /**
   * `<path>:<line>` of the record, or of the nearest node above that has one. Empty where there is none, as for the name of
   * a project.
   */
  readonly location: string;
  /** How many occurrences were redacted. */
  readonly count: number;
  /** The names that replace the secrets, such as `REDACTED-github-1`. */
  readonly names: readonly string[];
}
