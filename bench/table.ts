/** A Markdown table, aligned. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column ? ':' : '-'}`).join('|')}|`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}

const padded = (cell: string, width: number, column: number) =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)

/** A number with its significant digits. */
export const shown = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const missed = 'MISSED'
const goal = (sign: string, limit: number, isKept: boolean) =>
  `${sign} ${limit}${isKept ? '' : ` ${missed}`}`

/** The cell of a goal beside its figure, which says whether it is missed. */
export const atMost = (value: number, limit: number) => goal('≤', limit, value <= limit)
export const atLeast = (value: number, limit: number) => goal('≥', limit, value >= limit)

/** The lines of a report whose figures miss a goal. */
export const missedIn = (report: string) =>
  report.split('\n').filter((line) => line.includes(missed))
