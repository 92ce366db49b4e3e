/** A place in a text that must not be told. */
export interface RedactionFinding {
  /** Which of the texts. */
  readonly text: number;
  /** Where it begins and ends, in UTF-16 units, as for `slice`. */
  readonly from: number;
  readonly to: number;
  /** What found it (default: the name of the detector). */
  readonly rule?: string | undefined;
  /** What stands in its name instead of the rule, where several rules find the same. */
  readonly kind?: string | undefined;
}

/** Finds what must not be told. */
export interface Detector {
  /** Short, with hyphens. It is the rule of its findings, and stands in what takes their place. */
  readonly name: string;
  /**
   * Whether a finding may go over a line break that a terminal or an editor has put into it (default: `false`). The
   * detector is then also given texts in which such lines are joined.
   */
  readonly wraps?: boolean | undefined;
  /**
   * Find it.
   *
   * @param texts all texts of a conversation, each once: what one of them gives away may be looked for in the others.
   */
  readonly find: (texts: readonly string[]) => Iterable<RedactionFinding> | Promise<Iterable<RedactionFinding>>;
}

/** What was taken out, without the least of it. */
export interface Audit {
  /** How many places. */
  readonly total: number;
  readonly findings: readonly AuditRow[];
  /** How many images and documents were taken out. */
  readonly images: number;
}

/** One rule at one place. */
export interface AuditRow {
  readonly rule: string;
  /**
   * `<path>:<line>` of the record; where a record has none, that of the nearest above. Empty where nothing above has one,
   * as for the name of a project.
   */
  readonly location: string;
  readonly count: number;
  /** What stands there instead. */
  readonly names: readonly string[];
}
