/** The share of the texts of an archive that an output holds, from 0 to 1, by what the texts are. */
export function shareOf(archive: string, output: string): Record<string, number>;
