/** The names of messages; at all but `incomplete` the block stays as it is. */
export type FaultRule =
  | "ambiguous-input"
  | "incomplete"
  | "nothing-to-show"
  | "unexpected-input"
  | "unexpected-option"
  | "unreadable";

/** What is wrong with a block: it becomes a message at the block. */
export class BlockFault extends Error {
  readonly ruleId: FaultRule;
  /** More lines for a person, such as the sessions that are meant. */
  readonly note: string | undefined;

  constructor(ruleId: FaultRule, message: string, note?: string, cause?: unknown) {
    super(message, { cause });
    this.ruleId = ruleId;
    this.note = note;
  }
}
