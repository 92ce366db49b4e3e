import {
  findSessions,
  type LibraryIo,
  type RankedInSource,
  type SearchPlaces,
  type SearchResult,
} from "@ccdag/library";

/**
 * Find sessions that hold some of several words: for a question whose words do not occur in one message.
 *
 * @param terms the words; each is searched for alone.
 * @param places where is searched.
 * @param io the environment of the call.
 * @param signal stops the search.
 * @returns the sessions with most of the words first; those that lack two words more than the best one are omitted.
 */
export async function findAny(
  terms: readonly string[],
  places: SearchPlaces,
  io: LibraryIo,
  signal: AbortSignal,
): Promise<SearchResult> {
  const merged = new Map<string, { one: RankedInSource; words: number; score: number }>();
  let unread: SearchResult["unread"] = [];
  for (const term of terms) {
    const result = await findSessions([term], places, io, signal);
    ({ unread } = result);
    for (const one of result.found) {
      const key = `${one.source.folder} ${one.path.split("/")[0]} ${one.ranked.id}`;
      const { words, score } = merged.get(key) ?? { words: 0, score: 0 };
      merged.set(key, { one, words: words + 1, score: score + one.ranked.score });
    }
  }
  const most = [...merged.values()].reduce((best, { words }) => Math.max(best, words), 0);
  const found = [...merged.values()]
    .filter(({ words }) => words >= most - 1)
    .sort((a, b) => b.words - a.words || b.score - a.score || b.one.ranked.to - a.one.ranked.to);
  return { found: found.map(({ one }) => one), unread };
}
