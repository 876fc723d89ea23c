/** The lines that a list pages through, the newest; further back one gets by filters. */
export const linesPagedMax = 10_000

/** The lines of an export. */
export const linesExportedMax = 100_000
