import type { StoredRequest } from "./session-store.ts";

/** Requests of the session itself: agents have paths of their own. */
export function mainOf(requests: readonly StoredRequest[]): StoredRequest[] {
  return requests.filter(({ columns }) => (columns["agent_id"] ?? null) === null);
}

/** The tokens that a request read. */
export function readBy({ columns }: StoredRequest): number {
  return count(columns["input_tokens"]);
}

/** The tokens that whatever follows a request reads at least. */
export function leftBy(request: StoredRequest): number {
  const { output_tokens, reasoning_tokens } = request.columns;
  return readBy(request) + count(output_tokens) - count(reasoning_tokens);
}

function count(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
