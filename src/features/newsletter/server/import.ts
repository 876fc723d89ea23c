import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import { readCsv } from '#platform/documents/csv-reader.ts'
import { importChunks, rowsInTurns, startImportReport } from '#platform/documents/import-report.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { formatCount } from '#shared/format.ts'
import { emailLengthMax, isEmail, toOneLine } from '#shared/validation.ts'
import {
  type ImportOutcome,
  importOutcomes,
  importRowsMax,
  importRowsNamedMax,
  type SubscriberStatus,
} from '../validation.ts'
import { findStatuses, subscribe } from './queries.ts'

/** A row of the file. Its outcome is open until it is compared with the subscribers. */
type ImportRow = { line: number; email: string; key: string; outcome?: ImportOutcome }

/** Stands for bytes that are no text. */
const unreadable = '\ufffd'

/**
 * Reads the addresses of a CSV file.
 * @throws 400 when it is no CSV file, has too many rows, or no column of addresses
 */
export async function readImport(file: File): Promise<ImportRow[]> {
  const csv = await readCsv(file, importRowsMax)
  if ('problem' in csv) throw invalidFields({ file: [csv.problem] })
  const [first] = csv.rows
  const named = first?.cells.findIndex((cell) => /^e-?mail/i.test(cell)) ?? -1
  const column = named >= 0 ? named : (first?.cells.findIndex((cell) => cell.includes('@')) ?? -1)
  if (column < 0) {
    throw invalidFields({ file: ['No column of the file is called Email or has addresses'] })
  }
  const rows = named >= 0 ? csv.rows.slice(1) : csv.rows
  if (rows.length > importRowsMax) {
    throw invalidFields({ file: [`At most ${formatCount(importRowsMax)} rows at once`] })
  }
  const seen = new Set<string>()
  const read: ImportRow[] = []
  for await (const { line, cells } of rowsInTurns(rows)) {
    read.push(toImportRow(line, cells[column] ?? '', seen))
  }
  return read
}

/** @param seen the keys of the rows before */
function toImportRow(line: number, cell: string, seen: Set<string>): ImportRow {
  const email = toOneLine(cell)
  if (!isEmail(email) || email.includes(unreadable)) {
    return { line, email: email.slice(0, emailLengthMax), key: '', outcome: 'invalid' }
  }
  const key = emailKeyOf(email)
  if (seen.has(key)) return { line, email, key, outcome: 'repeated' }
  seen.add(key)
  return { line, email, key }
}

/** What an import would do with each row now. */
export async function previewImport(database: Database, rows: readonly ImportRow[]) {
  const report = startReport()
  for await (const chunk of importChunks(rows)) {
    const statuses = await statusesOf(database, chunk.filter(isOpen))
    for (const row of chunk) report.add(named(row), row.outcome ?? outcomeOf(statuses.get(row.key)))
  }
  return report.done()
}

const isOpen = ({ outcome }: ImportRow) => outcome === undefined

const statusesOf = async (database: Database, rows: readonly ImportRow[]) =>
  rows.length === 0
    ? new Map<string, SubscriberStatus>()
    : findStatuses(
        database,
        rows.map(({ key }) => key),
      )

const outcomeOf = (status: SubscriberStatus | undefined) =>
  status
    ? ({ ACTIVE: 'known', UNCONFIRMED: 'added', UNSUBSCRIBED: 'unsubscribed' } as const)[status]
    : 'added'

type Consent = { consent_place: string; consent_day: string }

/**
 * Subscribes the addresses that are new or wait to be confirmed, in short transactions. Who is or was subscribed stays
 * as they are, so that an import that broke off can be repeated.
 * @returns what became of each row
 */
export async function importSubscribers(
  context: RequestContext,
  viewer: Viewer,
  rows: readonly ImportRow[],
  consent: Consent,
) {
  const report = startReport()
  const noted = { ...consent, consent_by: viewer.name, consent_version: '' }
  for await (const chunk of importChunks(rows, { context, tags: ['Subscriber'] })) {
    const open = chunk.filter(isOpen)
    const { added, statuses } = await retryAfterDeadlock(() =>
      context.database.transaction().execute(async (transaction) => ({
        added: await addSubscribers(context, transaction, open, noted),
        statuses: await statusesOf(transaction, open),
      })),
    )
    for (const row of chunk) {
      const isAdded = added.has(row.key)
      report.add(
        named(row),
        row.outcome ?? (isAdded ? 'added' : outcomeOf(statuses.get(row.key) ?? 'ACTIVE')),
      )
    }
  }
  return report.done()
}

/** @returns the keys of those that are added */
async function addSubscribers(
  context: RequestContext,
  transaction: Transaction<Tables>,
  rows: readonly ImportRow[],
  consent: Consent & { consent_by: string; consent_version: string },
) {
  if (rows.length === 0) return new Set<string>()
  const emails = rows.map(({ email }) => email)
  const added = await subscribe(transaction, emails, consent, context.now().toISOString())
  if (added.length > 0) {
    const { consent_place, consent_day } = consent
    await writeAudit(transaction, context, {
      action: 'imported',
      target: 'subscribers',
      id: null,
      details: { added: added.length, consent_place, consent_day },
    })
  }
  return new Set(added.map(({ email_key }) => email_key))
}

const named = ({ line, email }: ImportRow) => ({ line, email })

const startReport = () =>
  startImportReport<ImportOutcome, Pick<ImportRow, 'line' | 'email'>>(
    importOutcomes,
    importRowsNamedMax,
  )
