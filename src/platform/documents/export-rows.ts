import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ExportFormat } from '#shared/export-formats.ts'
import { type Cell, csvLine, xlsxChunks } from './spreadsheet.ts'

const batchSize = 500

type Batches = AsyncIterable<Cell[][]>
type Chunks = (columns: readonly string[], batches: Batches) => AsyncGenerator<Uint8Array>

const formats: Record<ExportFormat, { type: string; chunks: Chunks }> = {
  csv: { type: 'text/csv; charset=utf-8', chunks: csvChunks },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: (columns, batches) => xlsxChunks(withHead(columns, batches)),
  },
  json: { type: 'application/json', chunks: jsonChunks },
}

type Export<Row> = {
  format: ExportFormat
  columns: readonly string[]
  /** The cells of a row, in the order of the columns. */
  cellsOf: (row: Row) => Cell[]
  /** The ids of all rows, in order. */
  ids: readonly number[]
  /** Finds some of the rows, in the order of their ids. */
  find: (ids: number[]) => Promise<Row[]>
}

/**
 * Writes rows as a file. They are streamed in batches, so that memory use doesn't grow with the list.
 * @returns the file's content type and body
 */
export function exportRows<Row>({ format, columns, cellsOf, ids, find }: Export<Row>) {
  async function* inBatches() {
    for (let start = 0; start < ids.length; start += batchSize) {
      yield (await find(ids.slice(start, start + batchSize))).map(cellsOf)
      // SQLite runs synchronously, so this gives other requests a turn.
      await setImmediate()
    }
  }
  const { type, chunks } = formats[format]
  const stream = Readable.from(chunks(columns, inBatches()), { objectMode: false })
  return { type, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> }
}

async function* withHead(columns: readonly string[], batches: Batches) {
  yield [[...columns]]
  yield* batches
}

const encoder = new TextEncoder()

/** The byte order mark tells spreadsheet programs that the text is UTF-8. */
async function* csvChunks(columns: readonly string[], batches: Batches) {
  yield encoder.encode('\ufeff')
  for await (const rows of withHead(columns, batches)) {
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
