/** A project that the site has: what the playground can be tried on. */
export interface SampleProject {
  /** Of its file below `samples/`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Its folder below the fixtures of the project. */
  readonly folder: string;
}

/** All of them, written in the shapes that the clients write. */
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
    about: "the smallest fork that is a choice",
    folder: "scenarios/rewind/projects/-home-lin-garden",
  },
  {
    name: "parallel-calls",
    title: "Parallel calls",
    about: "a turn that looks like a fork and is none",
    folder: "scenarios/parallel-calls/projects/-home-lin-garden",
  },
  {
    name: "resume-copy",
    title: "A resume that copies",
    about: "what was said before stands in the file twice",
    folder: "scenarios/resume-copy/projects/-home-lin-garden",
  },
  {
    name: "compaction",
    title: "A compaction",
    about: "the file begins anew, the conversation does not",
    folder: "scenarios/compaction/projects/-home-lin-garden",
  },
  {
    name: "agent-and-fork",
    title: "An agent, and a forked session",
    about: "three files that are one conversation",
    folder: "scenarios/agent-and-fork/projects/-home-lin-garden",
  },
];
