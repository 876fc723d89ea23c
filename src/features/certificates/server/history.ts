import type { Database } from '#database/open.ts'
import type { Certificate, CertificateHistoryEntry } from '../contract.ts'

type NewEntry = Pick<CertificateHistoryEntry, 'action'> &
  Partial<Pick<CertificateHistoryEntry, 'note' | 'changes'>>

/** What is done to certificates, by whom. Write it in the transaction that does it. */
export async function recordHistory(
  database: Database,
  certificates: readonly Pick<Certificate, 'id' | 'version'>[],
  { action, note = '', changes = [] }: NewEntry,
  by: { name: string; at: string },
) {
  if (certificates.length === 0) return
  await database
    .insertInto('certificate_history')
    .values(
      certificates.map(({ id, version }) => ({
        certificate_id: id,
        action,
        version,
        note,
        changes: JSON.stringify(changes),
        by_name: by.name,
        created_at: by.at,
      })),
    )
    .execute()
}

/** The history of a certificate, the latest first. */
export async function findHistory(
  database: Database,
  id: number,
): Promise<CertificateHistoryEntry[]> {
  const rows = await database
    .selectFrom('certificate_history')
    .select(['id', 'action', 'version', 'note', 'changes', 'by_name', 'created_at'])
    .where('certificate_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    action: row.action as CertificateHistoryEntry['action'],
    changes: JSON.parse(row.changes),
  }))
}
