import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Database } from '#database/open.ts'
import { type Cell, csvLine, xlsxChunks } from '#platform/documents/spreadsheet.ts'
import { type Application, type ApplicationFilters, applicationSchema } from '../contract.ts'
import type { exportFormats } from '../validation.ts'
import { findMatchingIds, type Ordering } from './filters.ts'
import { findApplications } from './queries.ts'

const batchSize = 500

/** Every field of an application is a column. */
const columns = Object.keys(applicationSchema.shape) as (keyof Application)[]

const cellsOf = (application: Application): Cell[] =>
  columns.map((column) => (column === 'resume' ? application.resume.name : application[column]))

type Format = (typeof exportFormats)[number]
type Batches = AsyncGenerator<Application[]>

const formats: Record<
  Format,
  { type: string; chunks(batches: Batches): AsyncGenerator<Uint8Array> }
> = {
  csv: { type: 'text/csv; charset=utf-8', chunks: csvChunks },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: (batches) => xlsxChunks(tableRows(batches)),
  },
  json: { type: 'application/json', chunks: jsonChunks },
}

/**
 * Exports the applications that match when the export starts. They are streamed in batches, so that memory use doesn't
 * grow with the list.
 */
export async function exportApplications(
  database: Database,
  filters: ApplicationFilters,
  ordering: Ordering | undefined,
  format: Format,
) {
  const ids = await findMatchingIds(database, filters, ordering)
  const { type, chunks } = formats[format]
  const stream = Readable.from(chunks(inBatches(database, ids)), { objectMode: false })
  return { type, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> }
}

async function* inBatches(database: Database, ids: readonly number[]): Batches {
  for (let start = 0; start < ids.length; start += batchSize) {
    yield await findApplications(database, ids.slice(start, start + batchSize))
    // SQLite runs synchronously, so this gives other requests a turn.
    await setImmediate()
  }
}

async function* tableRows(batches: Batches): AsyncGenerator<Cell[][]> {
  yield [columns]
  for await (const batch of batches) yield batch.map(cellsOf)
}

const encoder = new TextEncoder()

/** The byte order mark tells spreadsheet programs that the text is UTF-8. */
async function* csvChunks(batches: Batches) {
  yield encoder.encode('\ufeff')
  for await (const rows of tableRows(batches)) yield encoder.encode(rows.map(csvLine).join(''))
}

async function* jsonChunks(batches: Batches) {
  let separator = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const rows = batch.map((application) =>
      JSON.stringify(
        Object.fromEntries(cellsOf(application).map((cell, index) => [columns[index], cell])),
      ),
    )
    yield encoder.encode(separator + rows.join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}
