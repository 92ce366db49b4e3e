import { TextIndex } from "../text-index.ts";
import type { Detector, RedactionFinding } from "../types.ts";

/** User names of container images, CI runners and manuals, which identify no person. */
const genericNames = new Set(
  "user,users,username,you,your,yourname,your-name,me,myuser,name,home,root,admin,administrator,shared,public,default,guest,runner,runneradmin,ubuntu,debian,fedora,centos,node,app,dev,developer,vscode,codespace,ec2-user,jovyan,circleci,git,vagrant,linuxbrew,www-data,someone,somebody,test,tester,testuser,test-user,work,claude,project,projects,code,src,repo,workspace,agent,sandbox,nobody".split(
    ",",
  ),
);

/**
 * Paths of home folders: on Linux and macOS, on Windows and its subsystems, and in the form that the client uses for folders
 * of projects. Most texts have no `hint`, which is faster to search for. What stands before a path is asked for behind its
 * beginning, so that the search can look for that. A route of a web application (`/home/settings`) does not match, because nothing follows it.
 */
const homes: ReadonlyArray<{ readonly hint: RegExp; readonly expression: RegExp }> = [
  {
    hint: /\/(?:home|Users)\//,
    expression:
      /\/(?:home|Users)\/(?<=(?:(?<![\w.])|(?<=\/(?:[a-z]|mnt\/[a-z]|var|export|System\/Volumes\/Data)|wsl\+[\w.-]{1,30}))\/(?:home|Users)\/)([^/\s"'`:;,<>|\\(){}[\]*$&?#%]{1,64})(?=[/\\])/g,
  },
  {
    hint: /:[\\/]+users[\\/]/i,
    expression: /(?<![A-Za-z0-9])[A-Za-z]:[\\/]+Users[\\/]+([^\\/:*?"'`<>|\r\n]{1,64}?)(?=[\\/])/gi,
  },
  { hint: /\\wsl/i, expression: /\\wsl[$.\w]{0,20}\\+[\w.-]{1,40}\\+home\\+([\w.-]{1,64})/gi },
  {
    hint: /-(?:home|Users)-/,
    expression: /(?:(?<![\w-])|(?<=(?<![\w-])[A-Z]-))-(?:home|Users)-([A-Za-z0-9_.]{2,64})(?=[-/\s"'`]|$)/g,
  },
];

/** The user name in the path of a home folder. */
export const homePath: Detector = {
  name: "home-path",
  find: (texts) => [...findHomes(texts)],
};

/** The same names elsewhere: in listings, shell prompts and addresses. */
export const userName: Detector = {
  name: "user-name",
  find(texts) {
    const names = new Set<string>();
    for (const { text, from, to } of findHomes(texts)) {
      const name = texts[text]!.slice(from, to);
      // In names of folders of projects every character except letters and digits is a hyphen.
      names.add(name).add(name.replace(/[^A-Za-z0-9]/g, "-"));
    }
    const index = new TextIndex<undefined>({ gramChars: 3, accepts: isAlone });
    for (const name of names) index.add(name, undefined);
    return texts.flatMap((value, text) =>
      [...index.find(value)].map(({ from, to }) => ({ text, from, to, kind: "user" })),
    );
  },
};

/** Whether a name is a whole word. A short name may be a word (`max`, `will`), so it needs a sign next to it. */
function isAlone(text: string, from: number, name: string): boolean {
  const [before, after] = [text[from - 1] ?? "", text.slice(from + name.length, from + name.length + 80)];
  if (/^[A-Za-z0-9]/.test(before) || /^[A-Za-z0-9]/.test(after)) return false;
  if (!/^[A-Za-z]{1,4}$/.test(name) || /^[/@~:=_"'\\-]/.test(before) || /^[/@:="'\\_-]/.test(after)) return true;
  const word = /^ +(\w+)/.exec(after)?.[1];
  return word === name || word === "staff" || word === "users" || word === "wheel";
}

function* findHomes(texts: readonly string[]): Generator<RedactionFinding> {
  for (const [text, value] of texts.entries()) {
    for (const { hint, expression } of homes) {
      if (!hint.test(value)) continue;
      for (const match of value.matchAll(expression)) {
        const name = match[1]!.replace(/[.]+$/, "");
        const from = match.index + match[0].length - match[1]!.length;
        if (isName(name)) yield { text, from, to: from + name.length, kind: "user" };
      }
    }
  }
}

function isName(name: string): boolean {
  return name.length > 1 && /^[\p{L}\d_]/u.test(name) && !/^\d+$/.test(name) && !genericNames.has(name.toLowerCase());
}

/** File extensions that look like the end of a domain. */
const fileExtension = /(?:\.(?:png|jpe?g|gif|svg|webp|ico|css|[cm]?[jt]sx?|json|html?|txt|ya?ml|toml|lock))+$/i;
/** Domains that receive no mail (RFC 2606), and mailboxes that belong to no person. */
const reservedDomain = /@(?:[\w-]+\.)*(?:example(?:\.\w+)?|test|invalid|localhost|local|internal)$/i;
const genericMailbox =
  /(?<![A-Za-z0-9])(?:git|hg|ssh)@|^(?:no-?reply|donotreply|npm|node|root|actions?|bot|tests?|users?|foo|you|name|someone|ubuntu|debian|centos|ec2-user|deploy|vagrant|pi|postgres|nginx|getty)@/i;

function isPerson(address: string): boolean {
  const domain = address.replace(fileExtension, "");
  return /@.+\.\p{L}{2,24}$/u.test(domain) && !reservedDomain.test(domain) && !genericMailbox.test(domain);
}

/** E-mail addresses. The search begins at the sign `@`, because most words have none after them. */
export const email: Detector = {
  name: "email",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const match of value.matchAll(domain)) {
        const local = mailbox.exec(value.slice(Math.max(0, match.index - 130), match.index))?.[1];
        const to = match.index + match[0].length;
        if (local !== undefined && isPerson(local + match[0]))
          findings.push({ text, from: match.index - local.length, to });
      }
    return findings;
  },
};

const domain = /@(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,8}\p{L}{2,24}(?![\p{L}@])/gu;
/** A mailbox name. The sign of a diff may be before it; after a colon of `//user:` it would be a password. */
const mailbox = /(?:^|(?<!:\/\/[\w.%+-]{0,60}):|[^\p{L}\d_.%+\\:-])[+-]?([\p{L}\d_][\p{L}\d_.%+-]{0,63})$/u;
