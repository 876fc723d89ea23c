import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { formatCount } from '#shared/format.ts'

/** A row of a CSV file, and the line on which it ends, from 1. */
export type CsvRow = { line: number; cells: string[] }

const delimiters = [',', ';', '\t']
const rowsPerTurn = 500
const sliceLength = 64 * 1024
/** Far longer than a row of any list of people, and short enough to be read at once. */
const rowLengthMax = 32 * 1024
/** Apart, because the parser does not count what separates the cells. */
const columnsMax = 1_000

/**
 * Reads a CSV file: with commas, semicolons or tabs, as the first line has most of. Empty lines are left out.
 * @param rowsMax without a head
 * @returns the rows, or the problem when it is no CSV file of at most so many rows
 */
export async function readCsv(
  file: Blob,
  rowsMax: number,
): Promise<{ rows: CsvRow[] } | { problem: string }> {
  const text = await file.text()
  if (text.startsWith('PK')) return { problem: 'This is a workbook. Please save it as CSV first' }
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const [delimiter = ','] = delimiters.toSorted(
    (a, b) => head.split(b).length - head.split(a).length,
  )
  if (hasTooManyColumns(text, delimiter)) {
    return { problem: `At most ${formatCount(columnsMax)} columns` }
  }
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: rowLengthMax,
  })
  void feed(text, parser)
  const rows: CsvRow[] = []
  try {
    for await (const { record, info } of parser) {
      if (rows.length > rowsMax) {
        return { problem: `At most ${formatCount(rowsMax)} rows at once` }
      }
      rows.push({ line: info.lines, cells: record })
      // Gives other requests a turn.
      if (rows.length % rowsPerTurn === 0) await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problem: `This is no CSV file that we can read: it breaks off at line ${error.lines}` }
  }
  return { rows }
}

function hasTooManyColumns(text: string, delimiter: string) {
  let count = 0
  let lineEnd = 0
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    if (at > lineEnd) {
      count = 0
      lineEnd = text.indexOf('\n', at)
      if (lineEnd < 0) lineEnd = text.length
    }
    count += 1
    if (count >= columnsMax) return true
  }
  return false
}

/** Writes the text as fast as it is read, and gives other requests a turn. */
async function feed(text: string, parser: ReturnType<typeof parse>) {
  for (let start = 0; start < text.length && !parser.destroyed; start += sliceLength) {
    const isFull = !parser.write(text.slice(start, start + sliceLength))
    if (isFull) await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve))
    else await setImmediate()
  }
  if (!parser.destroyed) parser.end()
}
