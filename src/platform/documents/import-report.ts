import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '#shared/chunks.ts'

/** The rows that one transaction adds: more would hold up others. */
const chunkSize = 500

/** The rows of a file in parts. SQLite runs synchronously, so this gives other requests a turn. */
export async function* importChunks<Row>(rows: readonly Row[]) {
  for (const chunk of chunksOf(rows, chunkSize)) {
    yield chunk
    await setImmediate()
  }
}

const turnMsMax = 10

/** The rows of a file one by one. However long one takes to check, other requests get a turn every few milliseconds. */
export async function* rowsInTurns<Row>(rows: readonly Row[]) {
  let since = performance.now()
  for (const row of rows) {
    yield row
    if (performance.now() - since < turnMsMax) continue
    await setImmediate()
    since = performance.now()
  }
}

/**
 * Counts the rows of an import by what becomes of them.
 * @param namedMax how many rows of each outcome are named
 */
export function startImportReport<Outcome extends string, Row extends object>(
  outcomes: readonly Outcome[],
  namedMax: number,
) {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<
    Outcome,
    number
  >
  const rows: (Row & { outcome: Outcome })[] = []
  return {
    add(row: Row, outcome: Outcome) {
      counts[outcome] += 1
      if (counts[outcome] <= namedMax) rows.push({ ...row, outcome })
    },
    done: () => ({ counts, rows }),
  }
}
