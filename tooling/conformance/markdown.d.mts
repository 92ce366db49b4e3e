/** A thread that is expected: a session, a branch of one, or an agent. */
export interface ExpectedLine {
  blocks: Array<{ ref: string; kind: string; text?: string; [flag: string]: unknown }>;
  branches?: ExpectedLine[];
}

export function faultsOf(
  markdown: string,
  expected: { sessions: ExpectedLine[]; agents: ExpectedLine[] },
): { conservation: string[]; order: string[] };
