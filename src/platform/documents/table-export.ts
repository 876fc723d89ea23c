import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { localDay, localTime } from '#shared/company.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { RequestContext } from '../http/context.ts'
import { requireSameViewer } from '../http/session-user.ts'
import { type AuditedRow, withoutSearch, writeAudit } from '../security/audit-log.ts'
import { attachment } from '../storage/files.ts'
import { type Cell, csvLine, type SheetColumn, xlsxChunks } from './spreadsheet.ts'

/** So many are read at once: others wait meanwhile on SQLite. */
const batchSize = 250

/** A column of CSV and workbooks, for people. Programs read JSON. */
export type ExportColumn<Row> = SheetColumn & { cell: (row: Row) => Cell }

export type TableExport<Row, Id> = {
  /** Says what is in the file, whose name begins with it. */
  name: string
  format: ExportFormat
  columns: readonly ExportColumn<Row>[]
  /** A row in JSON; by default as it is. */
  jsonOf?: (row: Row) => object
  /** The rows to export, in order. */
  ids: readonly Id[]
  /** Finds some of them; those that are gone are left out. */
  find: (ids: Id[]) => Promise<Row[]>
}

/** A moment as people in Kigali read it. */
export const momentCell = (iso: string | null): Cell =>
  iso === null ? null : { time: localTime(new Date(iso)) }

type Table<Row> = Pick<TableExport<Row, unknown>, 'columns' | 'jsonOf'>
type Batches<Row> = AsyncGenerator<Row[]>

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}
const chunksOf = { csv: csvChunks, xlsx: sheetChunks, json: jsonChunks }

/**
 * The response with rows as a file. They are streamed in batches, so that memory use doesn't grow with the list. The
 * stream fails, so that the client sees a broken download, once its author may not go on: who is disabled, signed out
 * or given another role gets no further rows.
 */
export function exportTable<Row, Id>(context: RequestContext, table: TableExport<Row, Id>) {
  const { name, format } = table
  const batches = inBatches(context, table)
  const stream = Readable.from(chunksOf[format](table, batches), { objectMode: false })
  return {
    headers: {
      'content-type': types[format],
      'content-disposition': attachment(`${name}-${localDay(context.now())}.${format}`),
    },
    body: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
  }
}

/** The line is about what is exported, such as 'applications', or about what it belongs to, such as an event. */
type ExportLine = AuditedRow & {
  filters: Parameters<typeof withoutSearch>[0]
  details?: object
}

/** The response with rows as a file for staff. Writes its line of the audit log. */
export async function exportAudited<Row, Id>(
  context: RequestContext,
  { filters, details, ...row }: ExportLine,
  table: TableExport<Row, Id>,
) {
  await writeAudit(context.database, context, {
    action: 'exported',
    ...row,
    details: { format: table.format, filters: withoutSearch(filters), ...details },
  })
  return exportTable(context, table)
}

async function* inBatches<Row, Id>(
  context: RequestContext,
  { ids, find }: TableExport<Row, Id>,
): Batches<Row> {
  for (let start = 0; start < ids.length; start += batchSize) {
    if (start > 0) await requireSameViewer(context, 'the download was cut off')
    yield await find(ids.slice(start, start + batchSize))
    // SQLite runs synchronously, so this gives other requests a turn.
    await setImmediate()
  }
}

async function* tableRows<Row>({ columns }: Table<Row>, batches: Batches<Row>) {
  for await (const batch of batches) {
    yield batch.map((row) => columns.map(({ cell }) => cell(row)))
  }
}

function sheetChunks<Row>(table: Table<Row>, batches: Batches<Row>) {
  return xlsxChunks(table.columns, tableRows(table, batches))
}

const encoder = new TextEncoder()

/** The byte order mark tells spreadsheet programs that the text is UTF-8. */
async function* csvChunks<Row>(table: Table<Row>, batches: Batches<Row>) {
  yield encoder.encode(`\ufeff${csvLine(table.columns.map(({ heading }) => heading))}`)
  for await (const rows of tableRows(table, batches)) {
    yield encoder.encode(rows.map(csvLine).join(''))
  }
}

async function* jsonChunks<Row>({ jsonOf = Object }: Table<Row>, batches: Batches<Row>) {
  let separator = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const rows = batch.map((row) => JSON.stringify(jsonOf(row)))
    yield encoder.encode(separator + rows.join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}
