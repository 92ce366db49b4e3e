/** A command that shows a secret. */
export interface ShellCommand {
  /** The names of the command. */
  readonly names: string;
  /** The flags whose argument is a secret, with what is between them. */
  readonly flags: string;
  /** How many words stand between the flags and the secret. The flags then follow the name at once. */
  readonly words?: number;
  /** What the command contains where its argument is a secret. */
  readonly needs?: RegExp;
  /**
   * What the argument is, where it is not always the secret itself: `user:password`, of which only the password is a secret,
   * `name=value`, which may also be a setting, or a password or token, which may also be a word after the name of the command
   * in a sentence. A password looks like one, a token looks random.
   */
  readonly takes?: "user" | "pair" | "password" | "token";
}

/** White space between words, also at the end of a continued line. */
export const gap = "(?:[ \\t]|\\\\\\r?\\n){1,8}";
/** An option of `htpasswd`: `-b`, `-bC 10`. */
const option = `-\\w{1,8}${gap}(?:\\d{1,6}${gap})?`;
/** The options of `htpasswd`, after the name of an image of docker. `-b` puts the password into the command, `-n` names no file. */
const batch = (hasFile: boolean): string =>
  `(?:[\\w./:-]{1,100}${gap})?(?=(?:${option}){0,4}-\\w{0,7}b)(?${hasFile ? "!" : "="}(?:${option}){0,4}-\\w{0,7}n)(?:${option}){1,6}`;

/** Commands whose short flags, words or pairs are a secret. Long flags such as `--password` speak for themselves. */
export const commands: readonly ShellCommand[] = [
  { names: "mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump", flags: "-p" },
  { names: "7z|7za|7zz|7zr|sshpass|rar|unrar", flags: "-[pP][ \\t]{0,4}" },
  { names: "sshpass|mongo|mongosh|mongodump|mongorestore|bcp|cqlsh|twine upload", flags: "-[pP][ \\t]{1,4}" },
  {
    names: "(?:docker|podman|nerdctl|buildah|skopeo|oc|az|helm registry|crane auth|oras) login",
    flags: "-p[ \\t=]{1,4}",
  },
  { names: "zip|unzip|sqlcmd|isql|tsql", flags: "-P[ \\t]{0,4}" },
  { names: "ipmitool|mosquitto_(?:pub|sub|rr)|security import", flags: "-P[ \\t]{1,4}" },
  { names: "redis-cli|valkey-cli", flags: "(?:-a|--pass)[ \\t]{1,4}" },
  { names: "ldapsearch|ldapmodify|ldapadd|ldapdelete|ldappasswd|ldapwhoami|kadmin", flags: "-w[ \\t]{1,4}" },
  { names: "plink|pscp|psftp|putty", flags: "-pw[ \\t]{1,4}" },
  { names: "lftp", flags: "-u[ \\t]{1,4}[^\\s,]{1,64}," },
  { names: "net use", flags: "/user:\\S{1,100}[ \\t]{1,4}" },
  { names: "nmcli", flags: "(?:password|psk|wifi-sec\\.psk)[ \\t]{1,4}" },
  { names: "openssl", flags: "-pass(?:in|out)?[ \\t]{1,4}pass:" },
  { names: "openssl", flags: "-k[ \\t]{1,4}", needs: /^\s{1,8}enc\b/ },
  { names: "openssl", flags: "-K[ \\t]{1,4}", needs: /^\s{1,8}enc\b/ },
  { names: "caddy hash-password", flags: "(?:-p|--plaintext)[ \\t]{1,4}" },
  { names: "codecov(?:cli|\\.io/bash\\))?", flags: "-t[ \\t]{1,4}" },
  { names: "mosquitto_passwd", flags: `-b${gap}`, words: 2 },
  { names: "poetry config pypi-token\\.[\\w.-]{1,60}", flags: "", words: 0, takes: "token" },
  { names: "keytool|jarsigner", flags: "-(?:store|key)pass[ \\t]{1,4}" },
  { names: "ssh-keygen", flags: "-[NP][ \\t]{1,4}" },
  { names: "snmp(?:get|set|walk|bulkget|bulkwalk|table)", flags: "-[AX][ \\t]{1,4}" },
  { names: "xfreerdp|wlfreerdp", flags: "/p:" },
  { names: "security add-(?:generic|internet)-password", flags: "-w[ \\t]{1,4}" },
  { names: "security (?:unlock|create)-keychain", flags: "-p[ \\t]{1,4}" },
  {
    names: "curl|http|https|xh|wget2?|curlie",
    flags: "(?:-[a-zA-Z]{0,4}[ua]|--user|--proxy-user|--auth)[ \\t=]{0,4}",
    takes: "user",
  },
  { names: "skopeo|oras|buildah|podman", flags: "--(?:src-|dest-)?creds[ \\t=]{1,4}", takes: "user" },
  { names: "schtasks", flags: "/rp[ \\t]{1,4}" },
  { names: "smbclient|rpcclient|net rpc", flags: "-U[ \\t]{0,4}", takes: "user" },
  { names: "wget|sqlplus|rman", flags: "--user[ \\t=]{1,4}", takes: "user" },
  // Commands that store a secret.
  { names: "gh secret set", flags: "(?:-b[ \\t=]{0,4}|--body[ \\t=]{1,4})" },
  { names: "glab variable (?:set|update)", flags: "(?:-v|--value)[ \\t=]{1,4}", needs: /\s(?:-m|--masked)\b/ },
  { names: "az keyvault secret set|eas secret:create", flags: "--value[ \\t=]{1,4}" },
  {
    names: "aws secretsmanager (?:create-secret|put-secret-value|update-secret)",
    flags: "--secret-string[ \\t=]{1,4}(?![\"']?fileb?:)",
  },
  {
    names: "aws ssm put-parameter",
    flags: "--value[ \\t=]{1,4}(?![\"']?fileb?:)",
    needs: /\bSecureString\b/,
  },
  { names: "create secret generic", flags: "--from-literal[ \\t=]{1,4}", takes: "pair" },
  { names: "(?:fly|flyctl|supabase|doppler|infisical) secrets set|vault kv (?:put|patch)", flags: "", takes: "pair" },
  { names: "htpasswd", flags: batch(true), words: 2 },
  { names: "htpasswd", flags: batch(false), words: 1 },
  {
    names: "rabbitmqctl (?:add_user|change_password|authenticate_user)|wpa_passphrase",
    flags: "",
    words: 1,
    takes: "password",
  },
  { names: "net user", flags: "", words: 1, needs: /\s\/(?:add|domain|active)\b/i },
  { names: "mcl?i? alias set|mc config host add", flags: "", words: 3 },
  { names: "(?:composer|poetry) config (?:--?\\w{1,10} )?http-basic\\.[\\w.-]{1,100}", flags: "", words: 1 },
  { names: "pulumi config set", flags: `(?:--\\w{1,20}${gap}){0,3}`, words: 1, needs: /\s--secret\b/ },
  {
    names: "cargo login|ngrok (?:config add-)?authtoken|snyk auth|(?:dotnet )?nuget push",
    flags: `(?:[^\\n]{0,200}?[ \\t](?:-k|-ApiKey)[ \\t]{1,4})?`,
    words: 0,
    takes: "token",
  },
];

/** Commands that read a secret from their input. */
export const readers =
  "(?:--password-stdin|--passphrase-fd 0|cryptsetup|kinit|smbpasswd|pass insert|ansible-vault|--with-token|sudo -S|passwd --stdin|chpasswd|gh secret set|wrangler (?:pages )?secret put|(?:docker|podman) secret create|gcloud secrets (?:create|versions add)|circleci context store-secret|htpasswd -\\w{0,7}i)";
