/** Blocks with more characters than this are not coloured, because colours multiply the size of the page. */
export const highlightLimit = 30_000;
