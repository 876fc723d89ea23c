import type { Database } from '#database/open.ts'
import { type CsvRow, readCsv } from '#platform/documents/csv-reader.ts'
import { importChunks, rowsInTurns, startImportReport } from '#platform/documents/import-report.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { certificateInput } from '../contract.ts'
import { type CertificateOutcome, certificateOutcomes, certificateRowsMax } from '../validation.ts'
import { issueCertificates, withNewNumbers } from './issue.ts'
import { findHeld, findNumbers, holderKeyOf, type NewCertificate } from './queries.ts'
import { newNumber } from './random-code.ts'

type Named = { line: number; text: string }
type InvalidRow = Named & { certificate: null }
type ReadRow = Named & { certificate: NewCertificate; hasOwnNumber: boolean; key: string }

/** A row of the file. It has an outcome once it is compared with the stored certificates. */
type ImportRow = (InvalidRow | ReadRow) & { outcome?: CertificateOutcome }

/** The columns, by the headings that people use for them. */
const heads = {
  full_name: /^(full ?)?name/i,
  email: /^e-?mail/i,
  course: /^course/i,
  cohort: /^cohort/i,
  start: /^start/i,
  end: /^end/i,
  issued_on: /^issued/i,
  number: /^(certificate )?(number|no\.?)( |$)/i,
} as const
type Head = keyof typeof heads

const labels = {
  full_name: 'Name',
  email: 'Email',
  course: 'Course',
  cohort: 'Cohort',
  start: 'Start',
  end: 'End',
} as const

const isNumber = (text: string) => /^[\dA-Z][\dA-Z/-]{3,23}$/i.test(text)

/**
 * Reads the certificates of a CSV file.
 * @throws 400 when it is no CSV file, has too many rows, or lacks a column
 */
export async function readCertificates(file: File, today: string): Promise<ImportRow[]> {
  const csv = await readCsv(file, certificateRowsMax)
  if ('problem' in csv) throw invalidFields({ file: [csv.problem] })
  const [head, ...rows] = csv.rows
  const columns = Object.fromEntries(
    Object.entries(heads).map(([name, pattern]) => [
      name,
      head?.cells.findIndex((cell) => pattern.test(cell)) ?? -1,
    ]),
  ) as Record<Head, number>
  const missing = Object.entries(labels).filter(([name]) => columns[name as Head] < 0)
  if (missing.length > 0) {
    const names = missing.map(([, label]) => label).join(', ')
    throw invalidFields({ file: [`The file lacks columns with the heads ${names}`] })
  }
  if (rows.length === 0) throw invalidFields({ file: ['The file has no rows below its head'] })
  const ownNumbers = rows.map(({ cells }) => cells[columns.number] ?? '')
  const seen = {
    keys: new Set<string>(),
    numbers: new Set<string>(),
    notToDraw: new Set(ownNumbers),
  }
  const read: ImportRow[] = []
  for await (const row of rowsInTurns(rows)) read.push(toImportRow(row, columns, today, seen))
  return read
}

type Seen = {
  /** The people of the rows before. */
  keys: Set<string>
  /** The numbers that the file gives to the rows before. */
  numbers: Set<string>
  /** All numbers of the file, and those that were drawn for the rows before. */
  notToDraw: Set<string>
}

function toImportRow(
  { line, cells }: CsvRow,
  columns: Record<Head, number>,
  today: string,
  seen: Seen,
): ImportRow {
  const cellOf = (head: Head) => (columns[head] < 0 ? '' : (cells[columns[head]] ?? ''))
  const name = [cellOf('full_name'), cellOf('email')].filter(Boolean).join(', ').slice(0, 200)
  const invalid = (problem: string): ImportRow => ({
    line,
    certificate: null,
    outcome: 'invalid',
    text: [name, problem].filter(Boolean).join(': '),
  })
  const result = certificateInput.safeParse({
    full_name: cellOf('full_name'),
    email: cellOf('email'),
    course: cellOf('course'),
    cohort: cellOf('cohort'),
    start: toIsoDay(cellOf('start')),
    end: toIsoDay(cellOf('end')),
    issued_on: toIsoDay(cellOf('issued_on')),
  })
  if (!result.success) {
    return invalid([...new Set(result.error.issues.map(({ message }) => message))].join('. '))
  }
  const { issued_on = today, ...fields } = result.data
  if (fields.end <= fields.start) return invalid('The end must be after the start')
  const own = cellOf('number')
  if (own && !isNumber(own)) return invalid('The number must be 4 to 24 letters and digits')
  const key = holderKeyOf(fields)
  const certificate = { ...fields, issued_on, number: own || drawNumber(issued_on, seen) }
  const row = { line, text: name, certificate, hasOwnNumber: own !== '', key }
  if (seen.keys.has(key)) return { ...row, outcome: 'repeated' }
  if (seen.numbers.has(own)) return invalid('Its number stands in the file before')
  seen.keys.add(key)
  if (own) seen.numbers.add(own)
  return row
}

/** A number that no row of the file has. */
function drawNumber(issuedOn: string, seen: Seen): string {
  const number = newNumber(issuedOn)
  if (seen.notToDraw.has(number)) return drawNumber(issuedOn, seen)
  seen.notToDraw.add(number)
  return number
}

/** Days are also read as spreadsheets write them here: 31/01/2026. */
const toIsoDay = (text: string) =>
  text.replace(
    /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

/** Tells what an import would do with each row now. */
export async function previewCertificates(database: Database, rows: readonly ImportRow[]) {
  const report = startReport()
  for await (const chunk of importChunks(rows)) {
    for (const row of await compare(database, chunk)) report.add(named(row), row.outcome ?? 'added')
  }
  return report.done()
}

/** Finds the people who have a certificate already, and the numbers that are taken. */
async function compare(database: Database, rows: readonly ImportRow[]): Promise<ImportRow[]> {
  const open = rows.flatMap((row) => (row.certificate && !row.outcome ? [row] : []))
  const held = await findHeld(
    database,
    open.map(({ key }) => key),
  )
  const taken = await findNumbers(
    database,
    open.map(({ certificate }) => certificate.number),
  )
  return rows.map((row) => {
    if (!row.certificate || row.outcome) return row
    if (held.has(row.key)) return { ...row, outcome: 'known' }
    if (!taken.has(row.certificate.number)) return row
    // A number that we drew is drawn anew; a number of the file belongs to somebody else.
    const number = newNumber(row.certificate.issued_on)
    if (!row.hasOwnNumber) return { ...row, certificate: { ...row.certificate, number } }
    return { ...row, text: `${row.text}: Another certificate has its number`, outcome: 'invalid' }
  })
}

/**
 * Issues the certificates of a file, in short transactions. Nobody gets a second one of the same cohort, so that an
 * interrupted import can be repeated.
 * @returns what became of each row
 */
export async function importCertificates(
  context: RequestContext,
  rows: readonly ImportRow[],
  { sendEmail }: { sendEmail: boolean },
) {
  const report = startReport()
  for await (const chunk of importChunks(rows, { context, tags: ['Certificates', 'Email'] })) {
    const done = await withNewNumbers(context, async (transaction) => {
      const compared = await compare(transaction, chunk)
      const open = compared.flatMap((row) => (row.certificate && !row.outcome ? [row] : []))
      const added = await issueCertificates(
        context,
        transaction,
        open.map(({ certificate }) => certificate),
        { action: 'imported', sendEmail },
      )
      const keys = new Set(added.map(holderKeyOf))
      const outcomeOf = (row: ImportRow) =>
        row.outcome ?? (row.certificate && keys.has(row.key) ? 'added' : 'known')
      return compared.map((row) => ({ row, outcome: outcomeOf(row) }))
    })
    for (const { row, outcome } of done) report.add(named(row), outcome)
  }
  return report.done()
}

const named = ({ line, text }: ImportRow) => ({ line, text })

const startReport = () =>
  startImportReport<CertificateOutcome, Named>(certificateOutcomes, certificateRowsMax)
