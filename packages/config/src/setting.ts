/** Where a setting comes from. */
export interface SettingOrigin {
  /** The user-wide config, the config of the project, or an environment variable. */
  readonly kind: "user" | "project" | "environment";
  /** The path of the config, or the name of the variable. */
  readonly where: string;
  /** The folder that paths are relative to: that of the config, or the current one. */
  readonly folder: string;
}

/** An option that was set, and not typed. */
export interface Setting {
  /** Its name in the table of options, or one that a renderer or a plugin knows. */
  readonly name: string;
  readonly value: unknown;
  readonly origin: SettingOrigin;
}

/** The environment variable of an option, such as `CCDAG_REMOTE_IMAGES` of `remoteImages`. */
export function variableOf(name: string): string {
  return variablePrefix + name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** How all variables begin. */
export const variablePrefix = "CCDAG_";
