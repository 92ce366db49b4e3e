/** A notation between a name and its value. */
export interface Separator {
  /** Anchored, with every repeat bounded. */
  readonly expression: RegExp;
  /** Whether it is one of programs, not of sentences. */
  readonly isFormal: boolean;
  /** Whether what follows is the value in any case. */
  readonly isSure?: true;
  /** Whether a sentence says with it what the value is. */
  readonly isStated?: true;
  /** Whether the name must be at the beginning of its line. */
  readonly startsLine?: true;
}

/** All notations, in the order in which they are tried. */
export const separators: readonly Separator[] = [
  // `apiKey: string = "…"`, `api_key: Option<String> = …`
  {
    expression:
      /\??:[ \t]{0,4}[A-Za-z_][\w.]{0,30}(?:<[\w., [\]]{0,40}>)?(?:\[\])?(?: \| \w{1,20}){0,3}[ \t]{0,4}:?=(?=[ \t"'`])[ \t]{0,8}/y,
    isFormal: true,
  },
  // `{ "name": "DB_PASSWORD", "value": "…" }`, `<add key="Password" value="…"/>`, `variable "password" { default = "…" }`
  {
    expression:
      /["'`]?[ \t]{0,4}[,:=]?\s{0,40}(?:["']\w{1,30}["']:\s{0,4}(?:true|false|null|\d{1,9}|"[^"\n]{0,80}"),\s{0,40}){0,3}(?:[{]\s{0,40}(?:["'`]?(?:type|description|sensitive)["'`]?[ \t]{0,16}[:=][^\n]{0,120}\n\s{0,40}){0,3})?["'`]?(?:value|default)["'`]?[ \t]{0,16}[:=]>?[ \t]{0,8}/iy,
    isFormal: true,
  },
  // `**Password:** …`, `| password | … |`
  {
    expression:
      /[*_`]{1,3}:?[*_]{0,3}[ \t]{0,2}[:=][*_]{0,3}[ \t]{0,8}|[*_]{0,3}:[*_`]{1,3}[ \t]{1,8}|[*_`]{0,3}[ \t]{1,20}\|[ \t]{1,20}/y,
    isFormal: false,
    isStated: true,
  },
  // `password: |` or `PASSWORD=\`, and the value on the next line
  {
    expression:
      /["'`]?[ \t]{0,4}(?::[ \t]{0,4}(?:[|>][+-]?\d?[ \t]{0,4})?\r?\n[ \t]{1,24}|=[ \t]{0,4}\\\r?\n[ \t]{0,24})/y,
    isFormal: true,
  },
  // `key = …`, `"key": …`, `key => …`, `key == "…"`, `["key"] = …`
  { expression: /["'`]?\]?\)?[ \t]{0,16}(?:=>|->|<-|→|[:?|+]?={1,3}|!={1,2}|::?)[ \t]{0,16}/y, isFormal: true },
  // `set("password", "…")`, `setPassword("…")`
  { expression: /["'`][ \t]{0,4},\s{0,24}(?=["'`])|\([ \t]{0,4}(?=["'`])/y, isFormal: false },
  // `env.PASSWORD || "…"`
  { expression: /[ \t]{1,4}(?:\|\||\?\?)[ \t]{1,4}(?=["'`])/y, isFormal: true },
  // `read PASSWORD <<< "…"`
  { expression: /[ \t]{1,4}<<<[ \t]{0,4}/y, isFormal: true },
  // `<password>…</password>`
  { expression: />(?=[^<>\s]{1,400}<\/)/y, isFormal: true, isSure: true },
  // `the password is …`, `the password for the server is …`
  {
    expression:
      /["'`*]{0,3}(?:[ \t]{1,4}(?!is\b|was\b)[a-z]{1,14}){0,5}[ \t]{1,4}(?:is|was|ist|(?:set|changed|reset|updated|rotated|successfully) to)(?: now)?[ \t]{0,2}:?[ \t]{1,4}/y,
    isFormal: false,
    isStated: true,
  },
  // `Password for ada@host: …`
  {
    expression: /(?:[ \t]{1,4}[\w@.'-]{1,40}){1,5}[ \t]{0,2}:[ \t]{1,4}(?=\S)/y,
    isFormal: false,
    isStated: true,
  },
  // `use the following password to proceed:`, `Password … was reset.`, and the value below, alone or after a label
  {
    expression:
      /(?:(?:[ \t]{1,4}[a-z]{1,14}){0,8}[ \t]{0,2}:|[^\n"'`]{0,100}(?:reset|created|generated|issued)[.:!]?)[ \t]{0,4}(?:\r?\n[ \t]{0,8}){1,3}(?:[A-Z][\w ]{0,20}:[ \t]{1,4})?(?=[\w-]{8,200}[ \t]{0,4}(?:\r?\n|$))/y,
    isFormal: false,
  },
  // "The key is", and the value below in a block of code
  {
    expression:
      /(?:[ \t]{1,4}[a-z]{1,14}){0,8}[ \t]{0,2}:?[ \t]{0,4}(?:\r?\n[ \t]{0,8}){1,2}```\w{0,12}\r?\n[ \t]{0,8}(?=[^\s"'`]{6,400}[ \t]{0,4}\r?\n[ \t]{0,8}```)/y,
    isFormal: false,
    isStated: true,
  },
  // `the token (until May): …`
  { expression: /[ \t]{1,2}\([^()\n"'`]{1,60}\)[ \t]{0,2}(?::|=|is\b)[ \t]{1,8}/y, isFormal: false, isStated: true },
  // A part of a form
  { expression: /["']\r?\n(?:Content-[^\n]{1,100}\r?\n)?\r?\n/y, isFormal: true, isSure: true },
  // A name alone on its line, and the value alone below it
  {
    expression: /[ \t]{0,4}\r?\n[ \t]{0,8}(?=[^\s"'`]{8,200}[ \t]{0,4}(?:\r?\n|$))/y,
    isFormal: false,
    isStated: true,
    startsLine: true,
  },
  // `getByLabel("Password").fill("…")`
  {
    expression:
      /["'\])]{1,6}(?:,[ \t]{0,4})?\.(?:fill|type|send_?[kK]eys|set(?:Value|Text|_text)?|enter|press_?[sS]equentially)\([ \t]{0,4}(?=["'`])/y,
    isFormal: true,
  },
  // `the passwords are …`
  { expression: /["'`*]{0,3}[ \t]{1,4}(?:are|to|as)[ \t]{0,2}:?[ \t]{1,4}/y, isFormal: false, isStated: true },
  // `password    …` as a line of a table or a file of settings
  {
    expression: /[ \t]{1,40}(?=[^\s=:|]\S{0,400}[ \t]{0,8}(?:\r?\n|$))/y,
    isFormal: false,
    isStated: true,
    startsLine: true,
  },
  // `--password …`, `login ada password …`, `ENV API_KEY …`
  { expression: /["'`]?[ \t]{1,16}(?!\S{0,80}[=:]\w)(?![ \t=:])/y, isFormal: false },
];
