import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { localDay } from '#shared/company.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { attachment } from '../storage/files.ts'
import { type Cell, csvLine, xlsxChunks } from './spreadsheet.ts'

const batchSize = 500

export type TableExport<Row, Id> = {
  /** The plural name of the rows, with which the file's name begins. */
  name: string
  format: ExportFormat
  columns: readonly string[]
  cellsOf: (row: Row) => Cell[]
  /** The rows to export, in order. */
  ids: readonly Id[]
  /** Finds some of them; those that are gone are left out. */
  find: (ids: Id[]) => Promise<Row[]>
}

type Batches = AsyncGenerator<Cell[][]>
type Chunks = (columns: readonly string[], batches: Batches) => AsyncGenerator<Uint8Array>

const formats: Record<ExportFormat, { type: string; chunks: Chunks }> = {
  csv: { type: 'text/csv; charset=utf-8', chunks: csvChunks },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: (columns, batches) => xlsxChunks(tableRows(columns, batches)),
  },
  json: { type: 'application/json', chunks: jsonChunks },
}

/** The response with rows as a file. They are streamed in batches, so that memory use doesn't grow with the list. */
export function exportTable<Row, Id>(table: TableExport<Row, Id>, now: Date) {
  const { type, chunks } = formats[table.format]
  const stream = Readable.from(chunks(table.columns, inBatches(table)), { objectMode: false })
  const name = `${table.name}-${localDay(now)}.${table.format}`
  return {
    headers: { 'content-type': type, 'content-disposition': attachment(name) },
    body: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
  }
}

async function* inBatches<Row, Id>({ ids, find, cellsOf }: TableExport<Row, Id>): Batches {
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await find(ids.slice(start, start + batchSize))
    yield rows.map(cellsOf)
    // SQLite runs synchronously, so this gives other requests a turn.
    await setImmediate()
  }
}

async function* tableRows(columns: readonly string[], batches: Batches): Batches {
  yield [[...columns]]
  yield* batches
}

const encoder = new TextEncoder()

/** The byte order mark tells spreadsheet programs that the text is UTF-8. */
async function* csvChunks(columns: readonly string[], batches: Batches) {
  yield encoder.encode('\ufeff')
  for await (const rows of tableRows(columns, batches)) {
    yield encoder.encode(rows.map(csvLine).join(''))
  }
}

async function* jsonChunks(columns: readonly string[], batches: Batches) {
  let separator = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const rows = batch.map((cells) =>
      JSON.stringify(Object.fromEntries(cells.map((cell, index) => [columns[index], cell]))),
    )
    yield encoder.encode(separator + rows.join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}
