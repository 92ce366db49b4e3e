// The words that the project does not use, and what it uses instead. `words.mjs` looks for them.
//
//   word      how it is called in a finding
//   say       what to use instead
//   prose     a pattern for documents, comments, messages and option help; letter case does not matter
//   name      a pattern for identifiers and file names, whose parts are joined by "-": `bornAt` is `born-at`
//   exact     a pattern for identifiers as they are written
//   except    files whose path begins so are not checked for names

export const words = [
  {
    word: "tell, told",
    say: "render, show, write, in the output",
    prose: "(?:un|re)?(?:tell|tells|told|telling)",
    name: "tell|tells|told|telling|teller",
  },
  { word: "born, bore", say: "spawned", prose: "born|bore", name: "born|bore" },
  {
    word: "hang on",
    say: "is a child of, its parent is",
    prose: "(?:hang|hangs|hung|hanging)\\b[^.;:]{0,40}?\\b(?:on|off|from|below)",
    name: "hang|hangs|hung",
  },
  { word: "go on", say: "continue", prose: "(?:go|goes|went|going) on", name: "(?:go|goes|went|going)-on" },
  {
    word: "loose",
    say: "bookkeeping record, record without a uuid",
    prose: "loose (?:entr(?:y|ies)|lines?|records?)",
    exact: "\\w*Loose\\w*|loose",
  },
  { word: "uuidless", say: "record without a uuid", prose: "uuidless", name: "uuidless" },
  { word: "flavour", say: "user entry kind", name: "flavou?rs?" },
  { word: "own (config)", say: "user config", exact: "Own|loadOwn|ownConfig" },
  { word: "spent", say: "usage", prose: "spent", name: "spent" },
  { word: "stranger", say: "untrusted text", prose: "strangers?", name: "strangers?" },
  { word: "wing", say: "reading half, rendering half", prose: "wings?", name: "wings?" },
  { word: "hall", say: "ccast, between the reading half and the rendering half", prose: "halls?", name: "halls?" },
  { word: "house", say: "project, repository", prose: "(?<!in-)houses?(?!-\\d)", name: "house" },
  { word: "manners", say: "repo-checks", prose: "manners", name: "manners" },
  { word: "rehearsal", say: "release smoke test", prose: "rehears(?:al|als|e|es|ed|ing)", name: "rehearsal|rehearse" },
  { word: "pnpm truth", say: "pnpm turbo run conformance", prose: "pnpm truth" },
  {
    word: "take out",
    say: "redact",
    prose: "(?:take|takes|taken|took|taking)(?: [\\w-]+){0,2}? out(?! of)",
    name: "(?:take|takes|taken|took)-out",
  },
  {
    word: "leave out",
    say: "omit",
    prose: "(?:leave|leaves|left|leaving)(?: [\\w-]+){0,2}? out(?! of)",
    name: "(?:leave|left)-out",
  },
  { word: "DAG-line", say: "thread", prose: "DAG-lines?", exact: "DagLines?|dagLines?" },
  { word: "line of talk", say: "thread", prose: "lines? of (?:the )?talk" },
  {
    word: "LineInfo, LineSet, lineOf",
    say: "ThreadInfo, Threads, threadOf",
    prose: "LineInfo|LineSet|lineOf",
    exact: "LineInfos?|LineSets?|linesOf|lineOf|isLine|linesIn|lineKey|OpenLine|TimelineLine",
  },
  { word: "spot", say: "anchor", name: "spots?" },
  { word: "Placed, placed()", say: "Placement, withPosition()", exact: "Placed" },
  { word: "Place", say: "SourceLocation, RecordLocation, Landmark", exact: "Places?" },
  {
    word: "fold (collapsible)",
    say: "collapsible section",
    prose: "(?:an?|the|its|this|each|all|in|of|all the) folds?(?! (?:copies|duplicates))",
    name: "(?:un)?folds?",
    // Copies are folded.
    except: "packages/core/",
  },
  { word: "goesOn, Born, Told", say: "continues, SpawnedAgent, Rendered", prose: "goesOn|bornAt|tellLess|TellRule" },
  { word: "of the …'s own", say: 'a possessive without "own"', prose: "of (?:the|a|an) [\\w-]+['’]s own" },
];

/** Files that are not read: generated ones, data, the record of the renames, and this list with its tests. */
export const ignored =
  /^(?:pnpm-lock\.yaml$|tooling\/repo-checks\/(?:words|api\/)|tooling\/mutants\/README\.md$|docs\/adr\/0030-words\.md$|tooling\/fixtures\/(?!\w+\.(?:mjs|ts)$)|packages\/render-html\/src\/generated\.ts$|docs\/images\/)|CHANGELOG\.md$|\.(?:png|svg|jsonl|txt)$/;

/**
 * Findings that stay, with the reason. A line can also allow a word by itself, with `words: allow <word>` in a comment
 * on the line or on the one before.
 */
export const allowed = [
  { path: "docs/glossary.md", word: "DAG-line", reason: "the glossary names the word once" },
  { path: "tooling/repo-checks/repository.test.ts", word: "DAG-line", reason: "looks for the word in the glossary" },
  ...["package.json", "CONTRIBUTING.md", "docs/plan.md"].map((path) => ({
    path,
    word: "rehearsal",
    reason: "the script has the name that was asked for",
  })),
];
