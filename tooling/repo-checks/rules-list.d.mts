export const families: ReadonlyArray<{
  readonly title: string;
  readonly about: string;
  readonly rules: ReadonlyArray<{
    readonly name: string;
    readonly file: string;
    readonly off?: false;
    readonly level?: "warning";
  }>;
}>;
export const messages: ReadonlyArray<{
  readonly name: string;
  readonly level: string;
  readonly when: string;
  readonly advice: string;
  readonly rule?: string;
}>;
