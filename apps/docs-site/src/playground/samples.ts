/** A sample project of the site, to try the playground. */
export interface SampleProject {
  /** The name of its file in `samples/`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Its folder in the fixtures of the repository. */
  readonly folder: string;
}

/** All sample projects, in the formats that the clients write. */
export const samples: readonly SampleProject[] = [
  {
    name: "weather",
    title: "An afternoon with a weather tool",
    about: "two sessions, a rewind, an agent, a compaction, 234 lines",
    folder: "sample/-home-ada-weather",
  },
  {
    name: "rewind",
    title: "A rewind",
    about: "the smallest fork that the user made",
    folder: "scenarios/rewind/projects/-home-lin-garden",
  },
  {
    name: "parallel-calls",
    title: "Parallel calls",
    about: "a turn that looks like a fork but is not",
    folder: "scenarios/parallel-calls/projects/-home-lin-garden",
  },
  {
    name: "resume-copy",
    title: "A resume that copies",
    about: "earlier messages are in the files twice",
    folder: "scenarios/resume-copy/projects/-home-lin-garden",
  },
  {
    name: "compaction",
    title: "A compaction",
    about: "the file starts a new chain, the conversation continues",
    folder: "scenarios/compaction/projects/-home-lin-garden",
  },
  {
    name: "agent-and-fork",
    title: "An agent, and a forked session",
    about: "one conversation in three files",
    folder: "scenarios/agent-and-fork/projects/-home-lin-garden",
  },
];
