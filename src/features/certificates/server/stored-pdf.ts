import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { claimFile, releaseFiles, removeFile, storeFile } from '#platform/storage/files.ts'
import { company } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { findCertificate } from './queries.ts'

/** Counts changes of the drawing: a PDF from before is drawn again when it is asked for. */
const drawing = 1

/** A hash of everything that a PDF is drawn from. */
function printOf(certificate: Certificate, { config }: Pick<Services, 'config'>) {
  const { number, code, full_name, course, cohort, start, end, issued_on } = certificate
  const { version, corrected_on, created_at } = certificate
  const printed = [
    drawing,
    siteUrlOf(config),
    company.name,
    number,
    code,
    full_name,
    course,
    cohort,
    start,
    end,
    issued_on,
    version,
    corrected_on,
    created_at,
  ]
  return createHash('sha256').update(JSON.stringify(printed)).digest('hex')
}

const findStored = (services: Pick<Services, 'database'>, id: number) =>
  services.database
    .selectFrom('certificates')
    .innerJoin('files', 'files.id', 'certificates.pdf_id')
    .select(['files.id', 'files.key', 'certificates.pdf_print'])
    .where('certificates.id', '=', id)
    .executeTakeFirst()

/** The PDF of a certificate from storage. It is drawn, and stored, where there is none or one of something else. */
export async function getCertificatePdf(
  services: Services,
  certificate: Certificate,
): Promise<Buffer> {
  const stored = await findStored(services, certificate.id)
  if (stored?.pdf_print === printOf(certificate, services)) {
    try {
      return await buffer(await services.storage.read(stored.key))
    } catch (err) {
      services.log.warn({ err, certificate: certificate.id }, 'PDF not read, drawn instead')
    }
  }
  const pdf = await certificatePdf(certificate, services.config)
  await storePdf(services, certificate, pdf, stored?.id).catch((err: unknown) =>
    services.log.warn({ err, certificate: certificate.id }, 'PDF not stored'),
  )
  return pdf
}

/**
 * Stores the PDF of a certificate, unless that has changed since, or has another one by now.
 * @param replaced the file that it had before
 */
export async function storePdf(
  services: Services,
  certificate: Certificate,
  pdf: Buffer,
  replaced?: number,
) {
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const name = fileNameOf(certificate)
  const file = await storeFile(services, {
    content: { bytes: pdf },
    folder: 'certificates',
    name,
    type: 'application/pdf',
    sizeBytes: pdf.length,
    sha256,
  })
  const freed = await services.database
    .transaction()
    .execute(async (transaction) =>
      (await claimPdf(services, transaction, certificate, { file: file.id, replaced }))
        ? releaseFiles(transaction, replaced ? [replaced] : [])
        : [file],
    )
    .catch(async (error: unknown) => {
      // If it can't be removed now, the upkeep does it later.
      await removeFile(services, file).catch(() => {})
      throw error
    })
  for (const one of freed) await removeFile(services, one)
}

const fileNameOf = ({ number }: Pick<Certificate, 'number'>) => `certificate_${number}.pdf`

/**
 * The PDFs of these certificates that are stored and not claimed, such as by a process that was killed while it drew
 * them.
 */
export async function findStrayPdfs(transaction: Transaction<Tables>, ids: readonly number[]) {
  const certificates = await transaction
    .selectFrom('certificates')
    .select('number')
    .where('id', 'in', ids)
    .execute()
  if (certificates.length === 0) return []
  return transaction
    .selectFrom('files')
    .select(['id', 'key'])
    .where('claimed_at', 'is', null)
    .where('name', 'in', certificates.map(fileNameOf))
    .execute()
}

/** @returns false if the certificate needs it no longer */
async function claimPdf(
  services: Services,
  transaction: Transaction<Tables>,
  { id, ...certificate }: Certificate,
  { file, replaced }: { file: number; replaced: number | undefined },
) {
  await lockRow(transaction, 'certificates', id)
  const latest = await findCertificate(transaction, id)
  const pdf_print = printOf({ id, ...certificate }, services)
  if (latest?.status !== 'VALID' || printOf(latest, services) !== pdf_print) return false
  const { numUpdatedRows } = await transaction
    .updateTable('certificates')
    .set({ pdf_id: file, pdf_print })
    .where('id', '=', id)
    .where('pdf_id', replaced ? '=' : 'is', replaced ?? null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await claimFile(transaction, file, services.now().toISOString())
  return true
}

/** Lets go of a certificate's PDF in the transaction that changes what it prints: the upkeep removes it. */
export async function dropPdf(transaction: Transaction<Tables>, id: number) {
  const found = await transaction
    .selectFrom('certificates')
    .select('pdf_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found?.pdf_id) return
  await transaction
    .updateTable('certificates')
    .set({ pdf_id: null, pdf_print: '' })
    .where('id', '=', id)
    .execute()
  await releaseFiles(transaction, [found.pdf_id])
}
