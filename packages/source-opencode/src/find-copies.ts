/** A message and where it is, to find what a fork has copied. */
export interface Holder {
  readonly id: string;
  readonly session: string;
  /** When it was written, in milliseconds since 1970. */
  readonly created: number;
}

/** Of each copied message: the id of its original, and the session of that. */
export type Copies = Readonly<Record<string, readonly [id: string, session: string]>>;

/**
 * Find the originals of the messages that forks have copied (O4). A message that is older than its session is a copy; its
 * original was written in the same millisecond, in a session that is not younger. Where that session is gone, the oldest
 * copy takes its place.
 *
 * @param holders messages, at least those that are copied, and those of their milliseconds.
 * @param created when each session was created.
 * @returns for each session its copies.
 */
export function findCopies(
  holders: Iterable<Holder>,
  created: ReadonlyMap<string, number>,
): ReadonlyMap<string, Copies> {
  const moments = new Map<number, Map<string, Holder[]>>();
  for (const holder of holders) {
    const sessions = at(moments, holder.created, () => new Map<string, Holder[]>());
    at(sessions, holder.session, () => []).push(holder);
  }
  const isCopy = ({ session, created: when }: Holder) => when < (created.get(session) ?? 0);
  const found = new Map<string, Record<string, readonly [string, string]>>();
  // Where two sessions have a message of one millisecond, the one that the fork has copied more from is the origin.
  const byDoubt = [...moments.values()].map((sessions) => toMoment(sessions, isCopy, created));
  byDoubt.sort((a, b) => a.origins.length - b.origins.length);
  const scores = new Map<string, number>();
  for (const { origins, copies } of byDoubt)
    for (const [session, messages] of copies) {
      const scoreOf = (origin: readonly Holder[]) => scores.get(`${session} ${origin[0]!.session}`) ?? 0;
      const origin = origins.reduce((best, one) => (scoreOf(one) > scoreOf(best) ? one : best));
      // Several messages of one millisecond were copied in their order.
      for (const [index, message] of messages.entries()) {
        const original = origin[index];
        if (original === undefined || original === message) continue;
        at(found, session, (): Record<string, readonly [string, string]> => ({}))[message.id] = [
          original.id,
          original.session,
        ];
      }
      const key = `${session} ${origin[0]!.session}`;
      scores.set(key, (scores.get(key) ?? 0) + 1);
    }
  return found;
}

interface Moment {
  /** The messages of each session that may be the originals. */
  readonly origins: ReadonlyArray<readonly Holder[]>;
  readonly copies: ReadonlyArray<readonly [session: string, messages: readonly Holder[]]>;
}

function toMoment(
  sessions: ReadonlyMap<string, Holder[]>,
  isCopy: (holder: Holder) => boolean,
  created: ReadonlyMap<string, number>,
): Moment {
  for (const messages of sessions.values()) messages.sort((a, b) => (a.id < b.id ? -1 : 1));
  const all = [...sessions].sort(([a], [b]) => (created.get(a) ?? 0) - (created.get(b) ?? 0) || (a < b ? -1 : 1));
  const copies = all.filter(([, messages]) => isCopy(messages[0]!));
  const origins = all.filter(([, messages]) => !isCopy(messages[0]!)).map(([, messages]) => messages);
  if (origins.length === 0) origins.push(copies[0]![1]);
  return { origins, copies };
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
