/** Write an archive of 20 projects; returns the number of bytes. */
export function generateArchive(
  folder: string,
  megabytes: number,
  options?: { sessions?: number; seed?: number; steps?: number },
): number;
