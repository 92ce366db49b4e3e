/** The result of `writeSite`, as numbers. */
export interface Written {
  /** Projects of this run. */
  readonly projects: number;
  /** Pages of the site. */
  readonly pages: number;
  /** Files that are new or different. */
  readonly written: number;
  /** Files that were removed. */
  readonly removed: number;
  /** Sessions whose pages were kept although their transcripts were not read. */
  readonly kept: number;
}
