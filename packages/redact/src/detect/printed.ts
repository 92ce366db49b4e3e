import type { Detector, RedactionFinding } from "../types.ts";
import { readName } from "./name.ts";
import { isPlaceholder, isRandom } from "./random.ts";
import { isPassword } from "./value.ts";

/** Commands that print a secret and nothing else, up to the end of their line. */
const printers = [
  "op (?:item get|read|document get)\\b",
  "(?:go)?pass (?:show|otp)\\b",
  "security find-(?:generic|internet)-password\\b[^\\n]{0,300} -\\w{0,4}w",
  "gcloud (?:secrets versions access|auth (?:application-default )?print-(?:access|identity)-token)\\b",
  "(?:kubectl|oc|k) (?:[^\\n]{0,100} )?(?:get secrets?\\b[^\\n]{0,300}(?:jsonpath|template|base64)|create token\\b)",
  "oc whoami -t\\b",
  "aws (?:[^\\n]{0,100} )?(?:ssm get-parameters?\\b[^\\n]{0,300}--with-decryption|secretsmanager get-secret-value|ecr(?:-public)? get-login-password|codeartifact get-authorization-token|rds generate-db-auth-token|configure get \\w{0,20}(?:secret|token))\\b",
  "az (?:keyvault secret show|account get-access-token|acr credential show|storage account keys list)\\b",
  "vault (?:(?:kv get|read) [^\\n]{0,200}-field\\b|print token|token create\\b[^\\n]{0,200}-field)",
  "bw (?:get (?:password|notes|totp)|unlock [^\\n]{0,60}--raw)\\b",
  "lpass show\\b[^\\n]{0,200}(?:-p\\b|--password)",
  "(?:secret-tool lookup|keyring get|chamber read|credstash get|berglas access|infisical secrets get|firebase functions:secrets:access|sops (?:-d|--decrypt) --extract)\\b",
  "doppler secrets get\\b[^\\n]{0,200}--plain",
  "(?:gh auth|heroku auth:|fly(?:ctl)? auth |argocd account generate-)\\s?token\\b",
  "argocd admin initial-password\\b",
  "openssl rand\\b",
  "pwgen\\b",
  "cat [^\\n|;&]{0,200}(?:/run/secrets/|secrets/kubernetes\\.io/serviceaccount/token|\\.vault-token|initialAdminPassword|(?:master|credentials/[\\w-]{1,40})\\.key)",
].join("|");
/** Commands that print what they name; the name says whether it is a secret. */
const named =
  "(?:printenv|echo|printf|cat|jq|yq|heroku config:get|terraform output|tofu output|pulumi (?:config get|stack output)|git config(?: --get)?|npm config get|dotenv get|consul kv get|etcdctl get|redis-cli [^\\n]{0,80}get|fly ssh console|docker exec|kubectl exec)\\b";
const anyCommand = new RegExp(`(?<![\\w./-])(?:((?:${printers}))|${named})[^\\n]{0,400}`, "g");
/** The names in a command. */
const nameInCommand = /[A-Za-z_][\w-]{2,64}/g;
/** How far below a command its output begins. */
const output =
  /^(?:[ \t]*\r?\n){1,2}[ \t]*([^\s"'`$#>%{}[\]<][^\s"'`<>]{3,4095}|[$#%][^\s"'`<>]{7,200})[ \t]*\r?(?:\n|$)/;

/** Whether a text is a command that prints a secret. */
export function printsSecret(text: string): boolean {
  for (const { 0: whole, 1: printer } of text.matchAll(anyCommand))
    if (printer !== undefined || namesSecret(whole)) return true;
  return false;
}

/** Secrets below the command that printed them, as in a terminal. */
export const printed: Detector = {
  name: "printed",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (!value.includes("\n")) continue;
      for (const { 0: whole, 1: printer, index } of value.matchAll(anyCommand)) {
        const end = index + whole.length;
        const [all, secret] = output.exec(value.slice(end, end + 4200)) ?? [];
        if (all === undefined || secret === undefined || !isOutput(secret, printer !== undefined)) continue;
        if (printer === undefined && !namesSecret(whole)) continue;
        const from = end + all.indexOf(secret);
        findings.push({ text, from, to: from + secret.length, kind: "secret" });
      }
    }
    return findings;
  },
};

function namesSecret(command: string): boolean {
  return (command.match(nameInCommand) ?? []).some((word) => {
    const name = readName(word);
    return name !== undefined && name.strength !== "weak";
  });
}

function isOutput(value: string, isSure: boolean): boolean {
  if (isPlaceholder(value) || /:$|^https?:|^\w+\($/.test(value)) return false;
  return isRandom(value) || isPassword(value) || (isSure && value.length >= 20 && !/[/.]/.test(value));
}
