import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";
import { families, messages } from "../../../tooling/repo-checks/rules-list.mjs";
import { variant } from "../src/stage/variant.ts";

type Item = DefaultTheme.SidebarItem;

const packageFolder = new URL("../../../packages/", import.meta.url);

export const nav: DefaultTheme.NavItem[] = [
  { text: "Playground", link: "/playground" },
  { text: "Gallery", link: "/gallery" },
  { text: "Guides", link: "/guides/start", activeMatch: "^/guides/" },
  { text: "Reference", link: "/reference/cli", activeMatch: "^/(reference|packages|api)/" },
  { text: "Rules", link: "/rules/", activeMatch: "^/rules/" },
  { text: "Format", link: "/format/", activeMatch: "^/format/" },
  { text: "How we know", link: "/evidence/", activeMatch: "^/evidence/" },
  { text: "Project", link: "/project/architecture", activeMatch: "^/(project|decisions)/" },
];

const page = (text: string, link: string): Item => ({ text, link });

const guides: Item[] = [
  {
    text: "Use it",
    items: [
      page("Start", "/guides/start"),
      page("Gallery", "/gallery"),
      page("Which command", "/guides/which-command"),
      page("Which tool for what", "/guides/which-tool"),
      page("Configuration", "/guides/configuration"),
      page("Troubleshooting", "/guides/troubleshooting"),
      page("In a browser", "/guides/page"),
      page("For a pull request", "/guides/pull-request"),
      page("The patch of a session", "/guides/edits"),
      page("For Obsidian", "/guides/obsidian"),
      page("Keep your transcripts", "/guides/keep"),
      page("Years of transcripts", "/guides/years"),
      page("Ask about sessions", "/guides/ask"),
      page("In a memory tool", "/guides/memory"),
      page("A store with branches", "/guides/store"),
      page("For evaluation", "/guides/evaluation"),
      page("Recipes", "/guides/recipes"),
      page("Questions in SQL", "/guides/tables"),
      page("Traces in a viewer", "/guides/traces"),
    ],
  },
  {
    text: "Build on it",
    items: [
      page("Embed it in an app", "/guides/embed"),
      page("Write a renderer", "/guides/renderer"),
      page("Write a rule", "/guides/rule"),
      page("Examples", "/guides/examples"),
    ],
  },
];

const format: Item[] = [
  {
    text: "What is on disk",
    items: [
      page("Files and lines", "/format/"),
      page("Entries", "/format/entries"),
      page("Shapes of the graph", "/format/shapes"),
      page("Agents", "/format/agents"),
      page("By client version", "/format/versions"),
      page("What is uncertain", "/format/uncertain"),
    ],
  },
];

const evidence: Item[] = [
  {
    text: "How we know",
    items: [
      page("Overview", "/evidence/"),
      page("Recorded scenarios", "/evidence/scenarios"),
      page("Comparison with other tools", "/evidence/peers"),
      page("The account", "/evidence/account"),
      page("Benchmarks", "/evidence/benchmarks"),
    ],
  },
];

/**
 * The sidebars, by the paths of their pages.
 *
 * @param api the list of typedoc.
 */
export function sidebar(api: Item[]): DefaultTheme.Sidebar {
  const packages = readdirSync(packageFolder).sort().map(packagePage);
  const reference: Item[] = [
    {
      text: "Reference",
      items: [
        page("Command line", "/reference/cli"),
        page("Config", "/reference/config"),
        page("Plugins", "/reference/plugins"),
        page("The tree: ccast", "/reference/ccast"),
        page("Schema of the tree", "/reference/schema"),
        page("Diagnostics", "/reference/diagnostics"),
      ],
    },
    {
      text: "Packages",
      items: [page("All packages", "/packages/"), page("ccdag", "/packages/ccdag"), ...packages],
    },
    { text: "All names, with types", items: [page("All names", "/api/")] },
  ];
  const rules: Item[] = [
    { text: "Rules", items: [page("All rules", "/rules/")] },
    ...families.map(({ title, rules: members }) => ({
      text: title,
      items: members.map(({ name }) => page(name, `/rules/${name}`)),
    })),
    { text: "Messages", items: messages.map(({ name }) => page(name, `/rules/${name}`)) },
  ];
  const project: Item[] = [
    {
      text: "Project",
      items: [
        page("Architecture", "/project/architecture"),
        page("Figures", "/project/figures"),
        page("Tenets", "/project/tenets"),
        page("Glossary", "/project/glossary"),
        page("Decisions", "/decisions/0000-blueprint"),
      ],
    },
  ];
  // No list is collapsible: the theme would nest buttons in buttons.
  const names: Item[] = [{ text: "All names, with types", items: flat(api) }];
  return {
    "/guides/": guides,
    "/gallery": guides,
    "/reference/": reference,
    "/packages/": reference,
    "/api/": [...names, ...reference.slice(0, 2)],
    "/rules/": rules,
    "/format/": format,
    "/evidence/": evidence,
    "/project/": project,
    "/decisions/": [...project, { text: "Decisions", items: variant.isWhole ? decisions() : [] }],
  };
}

/** A flat list: the entry points of a package follow it, with its name. */
function flat(items: readonly Item[]): Item[] {
  return items.flatMap(({ text = "", link = "", items: below = [] }) => [
    page(text, link),
    ...below.map((one) => page(`${text}/${one.text ?? ""}`, one.link ?? "")),
  ]);
}

/** The README of a package, or its list of names if it has none. */
function packagePage(name: string): Item {
  const hasReadme = existsSync(new URL(`${name}/README.md`, packageFolder));
  return page(`@ccdag/${name}`, hasReadme ? `/packages/${name}` : `/api/@ccdag/${name}/`);
}

function decisions(): Item[] {
  const folder = new URL("../../../docs/adr/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => {
      const title = /^# (.+)$/m.exec(readFileSync(new URL(name, folder), "utf8"))?.[1] ?? name;
      return page(title, `/decisions/${name.replace(".md", "")}`);
    });
}
