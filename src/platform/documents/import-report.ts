import { setImmediate } from 'node:timers/promises'

/** The rows that one transaction adds: more would hold up others. */
const chunkSize = 500

/** The rows of a file in parts. SQLite runs synchronously, so this gives other requests a turn. */
export async function* importChunks<Row>(rows: readonly Row[]) {
  for (let start = 0; start < rows.length; start += chunkSize) {
    yield rows.slice(start, start + chunkSize)
    await setImmediate()
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
