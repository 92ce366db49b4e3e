/** A message as the model knows it. Its name is the number of messages stored before it. */
interface Known {
  readonly name: number;
  readonly parent: Known | undefined;
}

/** What a store says of a list, in the names of the model. */
export interface ModelPage {
  readonly names: readonly number[];
  /** Whether a page follows. */
  readonly hasMore: boolean;
}

/** Which part of a list is read. */
export interface ModelRange {
  /** The name at which the page before ended. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  readonly isDescending?: boolean | undefined;
}

/** The messages of one session in memory: a list, and everything else computed from it in the plainest way. */
export class Model {
  readonly messages: Known[] = [];

  /** Store a message after another one; without one it begins a new root. */
  append(parent: number | undefined): number {
    const name = this.messages.length;
    this.messages.push({ name, parent: parent === undefined ? undefined : this.messages[parent]! });
    return name;
  }

  /** The message that is followed if no parent is named. */
  newest(): number | undefined {
    return this.messages.at(-1)?.name;
  }

  /** From the first message to this one. */
  path(name: number): number[] {
    const names: number[] = [];
    for (let at: Known | undefined = this.messages[name]; at !== undefined; at = at.parent) names.unshift(at.name);
    return names;
  }

  depth(name: number): number {
    return this.path(name).length;
  }

  /** Those that follow a message directly; without one the first messages. */
  children(name: number | undefined): number[] {
    return this.messages.filter(({ parent }) => parent?.name === name).map((message) => message.name);
  }

  leaves(): number[] {
    return this.messages.map(({ name }) => name).filter((name) => this.children(name).length === 0);
  }

  /** A page of a list. */
  static page(list: readonly number[], { after, limit, isDescending = false }: ModelRange): ModelPage {
    const ordered = isDescending ? [...list].reverse() : [...list];
    const rest = after === undefined ? ordered : ordered.slice(ordered.indexOf(after) + 1);
    const names = rest.slice(0, limit ?? rest.length);
    return { names, hasMore: names.length < rest.length };
  }
}
