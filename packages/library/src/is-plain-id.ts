/** Whether an id is a word that no program reads as anything else. */
export function isPlainId(id: string): boolean {
  return /^\w[\w-]*$/.test(id);
}
