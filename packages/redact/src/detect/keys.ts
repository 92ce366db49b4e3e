import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";

/** Whether a match is a real key, not a placeholder such as `xxxxxxxx` or `********`, and not words with hyphens. */
function isReal(secret: string): boolean {
  return !/([xX*.0])\1{7}/.test(secret) && (/\d/.test(secret.slice(4)) || /[a-z][A-Z]/.test(secret.slice(4)));
}

/**
 * Keys with a prefix that is unique to a vendor. The most common come first; secretlint finds these too, but it does not run
 * in browsers. The recommended rules of secretlint do not know the rest.
 */
const prefixes: Readonly<Record<string, string>> = {
  github: "gh[pousr]_[A-Za-z0-9]{36}(?![A-Za-z0-9])|github_pat_[A-Za-z0-9_]{82}(?!\\w)",
  anthropic: "sk-ant-[a-z0-9]{2,12}-[\\w-]{24,}",
  openai: "sk-(?:(?:proj|svcacct|admin)-[\\w-]{40,}|[A-Za-z0-9]{48}(?![A-Za-z0-9]))",
  npm: "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])",
  slack: "xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{20,}",
  sendgrid: "SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}",
  "aws-access-key-id": "(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z2-7]{16}(?![A-Z0-9])",
  "google-api-key": "AIza[\\w-]{35}(?![\\w-])",
  "google-oauth": "ya29\\.[\\w-]{20,}|GOCSPX-[\\w-]{28}(?![\\w-])",
  gitlab: "gl(?:pat|dt|rt|ptt|cbt|ft|soat|agent)-[\\w-]{20,}",
  stripe: "[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}",
  twilio: "SK[0-9a-f]{32}(?![0-9a-f])",
  mailgun: "key-[0-9a-f]{32}(?![0-9a-f])",
  mailchimp: "[0-9a-f]{32}-us\\d{1,2}(?!\\w)",
  telegram: "\\d{8,10}:AA[\\w-]{33}(?![\\w-])",
  discord: "[MNO][\\w-]{23,27}\\.(?=[\\w-]*[A-Z\\d])[\\w-]{6}\\.[\\w-]{27,40}(?![\\w-])",
  pypi: "pypi-AgE[\\w-]{50,}",
  docker: "dckr_(?:pat|oat)_[\\w-]{20,}",
  "hugging-face": "hf_[A-Za-z0-9]{30,}",
  digitalocean: "do[opr]_v1_[0-9a-f]{64}(?![0-9a-f])",
  databricks: "dapi[0-9a-f]{32}(?![0-9a-f])",
  groq: "gsk_[A-Za-z0-9]{40,}",
  xai: "xai-[A-Za-z0-9]{60,}",
  perplexity: "pplx-[A-Za-z0-9]{40,}",
  replicate: "r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])",
  openrouter: "sk-or-v1-[0-9a-f]{64}(?![0-9a-f])",
  supabase: "sb[ps]_[0-9a-f]{40}(?![0-9a-f])|sb_secret_[\\w-]{20,}",
  notion: "ntn_[A-Za-z0-9]{40,}",
  atlassian: "ATATT3[\\w-]{50,}(?:=[0-9A-F]{8})?",
  netlify: "nfp_[A-Za-z0-9]{36,}",
  postman: "PMAK-[0-9a-f]{24}-[0-9a-f]{34}(?![0-9a-f])",
  "new-relic": "NRAK-[A-Z0-9]{27}(?![A-Z0-9])",
  square: "sq0[a-z]{3}-[\\w-]{22,43}",
  doppler: "dp\\.(?:pt|st|sa|ct|scim|audit)\\.[\\w-]{40,}",
  vault: "hv[sbr]\\.[\\w-]{24,}",
  age: "AGE-SECRET-KEY-1[0-9A-Z]{58}(?![0-9A-Z])",
  pulumi: "pul-[0-9a-f]{40}(?![0-9a-f])",
  terraform: "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,}",
  sentry: "sntr[yu]s_[\\w=+/-]{40,}",
  figma: "figd_[\\w-]{40,}",
  airtable: "pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}(?![0-9a-f])",
  planetscale: "pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,}",
  grafana: "gl(?:c|sa)_[\\w+/=]{32,}",
  heroku: "HRKU-[\\w-]{30,}",
  tailscale: "tskey-[\\w-]{20,}",
};

/** A substring of keys whose prefix is not distinctive. */
const hints: Readonly<Record<string, string>> = { mailchimp: "-us", terraform: ".atlasv1.", telegram: ":AA" };

/** Detectors for keys of vendors, by their prefixes. */
export const keys: readonly Detector[] = Object.entries(prefixes).map(([name, source]) =>
  pattern(name, new RegExp(`(?<![A-Za-z0-9])(?:${source})`, "g"), {
    accept: isReal,
    wraps: true,
    hint: hints[name],
  }),
);
