// Names that make their values secrets, how they are written, and which values they have.
import { sample } from "./forms.mjs";

const of =
  (chars, min, max = min) =>
  (random) =>
    sample([{ chars, min, max }], random);

/** Values: what programs make, and what people choose. */
export const values = {
  hex: of("0-9a-f", 32),
  alphanumeric: of("0-9A-Za-z", 24, 32),
  lowercase: of("0-9a-z", 20, 28),
  base64: of("0-9A-Za-z+/", 40),
  url: of("0-9A-Za-z_-", 43),
  long: of("0-9A-Za-z+/", 356),
  uuid: (random) => [8, 4, 4, 4, 12].map((count) => of("0-9a-f", count)(random)).join("-"),
  letters: of("a-z", 20),
  chosenMixed: (random) =>
    `${of("A-Z", 1)(random)}${of("a-z", 5)(random)}${of("0-9", 3)(random)}!${of("a-z", 2)(random)}`,
  chosenSigns: (random) =>
    `${of("a-z", 4)(random)}@${of("A-Z", 3)(random)}&${of("0-9", 3)(random)}$${of("a-z", 2)(random)}`,
  chosenLetters: of("a-z", 12),
  chosenDigits: (random) => `7${of("0-9", 8)(random)}`,
};

export const names = {
  password: ["DB_PASSWORD", "MYSQL_PWD", "smtp_pass"],
  secret: ["API_KEY", "STRIPE_SECRET_KEY", "access_token", "client_secret", "JWT_SECRET"],
};

const upper = (name) => name.toUpperCase();
const lower = (name) => name.toLowerCase();
const camel = (name) => lower(name).replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const kebab = (name) => lower(name).replaceAll("_", "-");
const header = (name) => `X-${kebab(name).replace(/(?<=^|-)./g, (letter) => letter.toUpperCase())}`;
/** Values that need no quotes in any notation. */
const plain = ["hex", "alphanumeric", "lowercase", "url", "long", "uuid", "letters", "chosenLetters", "chosenMixed"];
/** Values without a sign that ends a parameter of an address. */
const query = ["hex", "alphanumeric", "lowercase", "url", "uuid", "letters"];

/** Notations: how the name is written, and the text. */
export const notations = {
  ".env": { style: upper, put: (name, value) => `PORT=3000\n${name}=${value}\nHOST=a` },
  ".env, quoted": { style: upper, put: (name, value) => `${name}="${value}"` },
  export: { style: upper, put: (name, value) => `export ${name}=${value}` },
  "export, quoted": { style: upper, put: (name, value) => `$ export ${name}='${value}'; run` },
  PowerShell: { style: upper, put: (name, value) => `$env:${name} = "${value}"` },
  "set -x": { style: upper, put: (name, value) => `set -x ${name} "${value}"`, only: plain },
  Dockerfile: { style: upper, put: (name, value) => `FROM a\nENV ${name}=${value}\n` },
  "Dockerfile, space": { style: upper, put: (name, value) => `FROM a\nENV ${name} ${value}\n`, only: plain },
  yaml: { style: lower, put: (name, value) => `db:\n  host: a\n  ${name}: ${value}\n  port: 1`, only: plain },
  "yaml, quoted": { style: lower, put: (name, value) => `db:\n  ${name}: '${value}'\n` },
  "yaml, kebab": { style: kebab, put: (name, value) => `- ${name}: "${value}"\n` },
  "yaml, block": {
    style: lower,
    put: (name, value) => `${name}: |\n  ${value}\n`,
    only: ["hex", "alphanumeric", "base64", "url"],
  },
  "yaml of containers": { style: upper, put: (name, value) => `env:\n  - name: ${name}\n    value: "${value}"` },
  kubernetes: {
    style: lower,
    put: (name, value) => `kind: Secret\ndata:\n  ${name}: ${Buffer.from(value).toString("base64")}\n`,
  },
  toml: { style: lower, put: (name, value) => `[db]\n${name} = "${value}"\n` },
  ini: { style: lower, put: (name, value) => `[db]\n${name}=${value}\n`, only: plain },
  properties: { style: lower, put: (name, value) => `spring.datasource.${name}=${value}\n`, only: plain },
  json: { style: camel, put: (name, value) => JSON.stringify({ host: "a", [name]: value }) },
  "json, indented": { style: lower, put: (name, value) => JSON.stringify({ host: "a", [name]: value }, undefined, 2) },
  "json in json": { style: lower, put: (name, value) => JSON.stringify({ out: JSON.stringify({ [name]: value }) }) },
  "json, upper": { style: upper, put: (name, value) => JSON.stringify({ env: { [name]: value } }) },
  TypeScript: { style: camel, put: (name, value) => `const ${name}: string = "${value}";` },
  JavaScript: { style: camel, put: (name, value) => `let ${name} = '${value}'` },
  object: { style: camel, put: (name, value) => `connect({ host, ${name}: "${value}", port: 1 });` },
  Python: { style: lower, put: (name, value) => `${name} = "${value}"\n` },
  "Python, argument": { style: lower, put: (name, value) => `connect(host="a", ${name}="${value}")` },
  "Python, environment": { style: upper, put: (name, value) => `os.environ["${name}"] = "${value}"` },
  Go: { style: camel, put: (name, value) => `\t${name} := "${value}"\n` },
  Rust: { style: lower, put: (name, value) => `let ${name}: Option<String> = Some("${value}");` },
  Java: { style: camel, put: (name, value) => `private static final String ${name} = "${value}";` },
  Ruby: { style: lower, put: (name, value) => `  :${name} => "${value}",` },
  PHP: {
    style: upper,
    put: (name, value) => `define('${name}', '${value}');`,
    only: plain.filter((kind) => !kind.startsWith("chosen")),
  },
  Terraform: { style: lower, put: (name, value) => `  ${name}   = "${value}"` },
  xml: { style: lower, put: (name, value) => `<${name}>${value}</${name}>`, only: plain },
  "xml, attribute": { style: camel, put: (name, value) => `<add key="${name}" value="${value}"/>`, only: plain },
  header: { style: header, put: (name, value) => `GET / HTTP/1.1\n${name}: ${value}\nAccept: a`, only: plain },
  "header of curl": { style: header, put: (name, value) => `curl -H "${name}: ${value}" https://host.io`, only: plain },
  query: { style: lower, put: (name, value) => `https://host.io/a?page=2&${name}=${value}&x=1`, only: query },
  "connection string": { style: lower, put: (name, value) => `Server=a;${name}=${value};Port=1`, only: plain },
  jdbc: { style: lower, put: (name, value) => `jdbc:mysql://host/db?user=ada&${name}=${value}`, only: query },
  markdown: {
    style: (name) => name.replaceAll("_", " ").toLowerCase(),
    put: (name, value) => `- **${name}:** \`${value}\``,
    only: query,
  },
  sentence: {
    style: (name) => name.replaceAll("_", " ").toLowerCase(),
    put: (name, value) => `My ${name} is ${value}`,
    only: query,
  },
  diff: { style: upper, put: (name, value) => `@@ -1 +1 @@\n-${name}=\n+${name}=${value}\n` },
  "cat -n": { style: upper, put: (name, value) => `     1\tA=1\n     2\t${name}=${value}\n` },
  arrow: { style: upper, put: (name, value) => `     1→A=1\n     2→${name}=${value}` },
};

const body = (random, lines = 6) => Array.from({ length: lines }, () => of("0-9A-Za-z+/", 64)(random)).join("\n");
const pem = (words) => (random) => {
  const secret = body(random);
  return { secret, text: `-----BEGIN ${words}-----\n${secret}\n-----END ${words}-----` };
};
const base64url = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const key = "PRIVATE KEY";

/** Secrets that their structure or their fixed neighbours show. */
export const structures = {
  pem: pem(key),
  rsa: pem(`RSA ${key}`),
  openssh: pem(`OPENSSH ${key}`),
  encrypted: pem(`ENCRYPTED ${key}`),
  pgp: pem(`PGP ${key} BLOCK`),
  "short body": (random) => {
    const secret = `${of("0-9A-Za-z", 20)(random)}aB3`;
    return { secret, text: `-----BEGIN ${key}-----\n${secret}\n-----END ${key}-----` };
  },
  ppk: (random) => {
    const secret = body(random, 3);
    return {
      secret,
      text: `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 3\n${secret}\nPrivate-MAC: ${of("0-9a-f", 64)(random)}`,
    };
  },
  jwt: (random) => {
    const secret = of("0-9A-Za-z_-", 43)(random);
    return {
      secret,
      text: `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ sub: String(random(1e9)) })}.${secret}`,
    };
  },
  bearer: (random) => around(of("0-9A-Za-z", 32)(random), (secret) => `Authorization: Bearer ${secret}`),
  basic: (random) =>
    around(
      Buffer.from(`ada:${of("a-z0-9", 12)(random)}`).toString("base64"),
      (secret) => `Authorization: Basic ${secret}`,
    ),
  cookie: (random) => around(of("0-9A-Za-z", 32)(random), (secret) => `Cookie: theme=dark; sessionid=${secret}; a=b`),
  "set-cookie": (random) =>
    around(of("0-9A-Za-z", 32)(random), (secret) => `Set-Cookie: sid=${secret}; Path=/; HttpOnly`),
  postgres: (random) => around(of("0-9A-Za-z", 14)(random), (secret) => `postgres://ada:${secret}@db.host:5432/shop`),
  "postgres, at sign": (random) =>
    around(`${of("a-z", 4)(random)}@${of("a-z0-9", 6)(random)}7`, (secret) => `postgres://ada:${secret}@db.host/shop`),
  redis: (random) => around(of("0-9A-Za-z", 14)(random), (secret) => `redis://:${secret}@cache:6379/0`),
  mongodb: (random) => around(of("0-9A-Za-z", 14)(random), (secret) => `mongodb+srv://ada:${secret}@c.host.net/?w=1`),
  git: (random) => around(of("0-9A-Za-z", 24)(random), (secret) => `git clone https://ada:${secret}@host.io/a/b.git`),
  oracle: (random) => around(of("0-9A-Za-z", 14)(random), (secret) => `jdbc:oracle:thin:ada/${secret}@//host:1521/x`),
  netrc: (random) =>
    around(of("a-z0-9", 12)(random), (secret) => `machine host.io\n  login ada\n  password ${secret}\n`),
  npmrc: (random) =>
    around(of("0-9a-f-", 36)(random), (secret) => `//registry.host.io/:_authToken=${secret}\nstrict=true`),
  "npmrc, password": (random) =>
    around(
      Buffer.from(of("a-z0-9", 15)(random)).toString("base64"),
      (secret) => `//registry.host.io/:_password="${secret}"`,
    ),
  "docker config": (random) =>
    around(
      Buffer.from(`ada:${of("a-z0-9", 14)(random)}`).toString("base64"),
      (secret) => `{"auths":{"host.io":{"auth":"${secret}"}}}`,
    ),
  "key id of a service account": (random) =>
    around(of("0-9a-f", 40)(random), (secret) => `"private_key_id": "${secret}",`),
  pgpass: (random) => around(of("0-9A-Za-z", 14)(random), (secret) => `localhost:5432:shop:ada:${secret}`),
  "pgpass, any host": (random) =>
    around(`${of("a-z", 6)(random)}\\:${of("0-9!@", 6)(random)}`, (secret) => `# shop\n*:*:*:ada:${secret}`),
  "pgpass, another port": (random) =>
    around(of("a-z0-9", 12)(random), (secret) => `# ~/.pgpass\ndb.host.io:15432:shop:ada:${secret}`),
  "azure storage": (random) =>
    around(`${of("0-9A-Za-z+/", 86)(random)}==`, (secret) => `AccountName=a;AccountKey=${secret};EndpointSuffix=b`),
  "azure signature": (random) =>
    around(of("0-9A-Za-z", 43)(random), (secret) => `https://a.blob.core.windows.net/c?sv=2024&sig=${secret}%3D`),
  "slack webhook": (random) =>
    around(of("0-9A-Za-z", 24)(random), (secret) => `https://hooks.slack.com/services/T0AB12CD3/B0EF45GH6/${secret}`),
  "teams webhook": (random) =>
    around(
      of("0-9a-f", 32)(random),
      (secret) =>
        `https://a.webhook.office.com/webhookb2/1b2c3d4e-1111-2222-3333-1b2c3d4e5f6a@1b2c3d4e-1111-2222-3333-1b2c3d4e5f6a/IncomingWebhook/${secret}/1b2c3d4e-1111-2222-3333-1b2c3d4e5f6a`,
    ),
};

function around(secret, put) {
  return { secret, text: put(secret) };
}

const mapLines = (put) => (text) => text.split("\n").map(put).join("\n");

/** Places for texts of several lines. */
export const placed = {
  alone: (text) => text,
  json: (text) => JSON.stringify({ a: 1, out: text }),
  "json in json": (text) => JSON.stringify({ a: JSON.stringify({ out: text }) }),
  diff: mapLines((line) => `+${line}`),
  "removed in a diff": mapLines((line) => `-${line}`),
  "cat -n": mapLines((line, at) => `${String(at + 9).padStart(6)}\t${line}`),
  arrow: mapLines((line, at) => `${String(at + 9).padStart(6)}→${line}`),
  "grep -n": mapLines((line, at) => `${at + 9}:${line}`),
  "cat -n in a diff": mapLines((line, at) => `+${String(at + 9).padStart(6)}\t${line}`),
  "arrow in a diff": mapLines((line, at) => `-${String(at + 9).padStart(6)}→${line}`),
  "grep -n in a diff": mapLines((line, at) => `+${at + 9}:${line}`),
  quoted: mapLines((line) => `> ${line}`),
  base64: (text) => Buffer.from(text).toString("base64"),
};
