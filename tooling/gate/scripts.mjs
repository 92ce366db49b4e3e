/** Whether a file starts turbo itself, instead of by `tooling/gate/turbo.mjs`, which switches its telemetry off. */
export function startsTurbo(path, text) {
  if (path.endsWith("package.json")) {
    const { scripts = {} } = JSON.parse(text);
    return Object.values(scripts).some(isCommand);
  }
  if (/\.(?:mjs|ts)$/.test(path)) return /\(\s*["'`](?:npx )?turbo["' ]|turbo\/bin|\.bin\/turbo/.test(text);
  return text.split("\n").some(isCommand);
}

/** `pnpm turbo` is a script of the project; any other command that is called so is turbo itself. */
function isCommand(line) {
  return /(?:^|[\s;&|"'/])turbo(?=[\s"']|$)/.test(
    line.replace(/\bpnpm(?:@\S+)? turbo\b/g, "").replace(/\S*gate\/turbo\.mjs/g, ""),
  );
}
