/** Whether the page of benchmarks on the docs site shows the figures. How a formatter sets a table does not count. */
export function isWritten(): boolean;
