import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '#shared/chunks.ts'
import type { Tag } from '#shared/procedure.ts'
import type { RequestContext } from '../http/context.ts'
import { requireSameViewer } from '../http/session-user.ts'

/** The rows that one transaction adds: more would hold up others. */
const chunkSize = 500

/**
 * The rows of a file in parts. SQLite runs synchronously, so this gives other requests a turn.
 * @param storing the call that stores them, which goes on only while its viewer may, and the tags that each part changes:
 * what is stored stays, also when the call stops before its end
 * @throws 401 or 403 before a part when the viewer's session has ended, or their role is another one by now
 */
export async function* importChunks<Row>(
  rows: readonly Row[],
  storing?: { context: RequestContext; tags: readonly Tag[] },
) {
  for (const chunk of chunksOf(rows, chunkSize)) {
    if (storing) await requireSameViewer(storing.context, 'the rest of the file was not imported')
    yield chunk
    storing?.context.tagVersions.invalidate(storing.tags)
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
