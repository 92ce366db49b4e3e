/** A request that cannot be fulfilled, such as an option that does not fit a format. The message is one line for the user. */
export class RequestError extends Error {
  /** Lines that follow the message, each with a line ending, such as a list of candidates; empty for none. */
  readonly details: string;

  /**
   * @param message one line.
   * @param details lines that follow it (default: none).
   */
  constructor(message: string, details = "") {
    super(message);
    this.details = details;
  }
}

/** Whether an error says what is wrong with what was asked for: its message is one line for the person who asked. */
export function isForUser(error: unknown): error is Error {
  // By its name, because a pipeline reads no files.
  return error instanceof RequestError || (error instanceof Error && error.name === "FileError");
}
