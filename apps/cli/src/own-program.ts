/** The words that start this program again, with full paths: Node and its script, or the binary that holds both. */
export function ownProgram(): [program: string, ...words: string[]] {
  const { argv, execPath } = process;
  const [, script] = argv;
  return script === undefined || script === execPath ? [execPath] : [execPath, script];
}
