import { formatDate, formatDateTime } from '#shared/format.ts'
import type { CertificateHistoryEntry } from '../contract.ts'

const actions: Record<CertificateHistoryEntry['action'], string> = {
  issued: 'Issued',
  imported: 'Imported',
  corrected: 'Corrected',
  sent: 'Sent again',
  revoked: 'Revoked',
}

const fieldLabels: Record<string, string> = {
  full_name: 'Name',
  email: 'Email',
  course: 'Course',
  cohort: 'Cohort',
  start: 'Start',
  end: 'End',
  issued_on: 'Issued on',
}

const shown = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text)

/** Who has issued, corrected, sent and revoked a certificate, the latest first. */
export function CertificateHistory({ entries }: { entries: readonly CertificateHistoryEntry[] }) {
  return (
    <section aria-labelledby="history" className="rounded bg-raised p-5 shadow-low">
      <h2 id="history" className="mb-4 text-xl">
        History
      </h2>
      <ol className="flex flex-col gap-4">
        {entries.map(({ id, action, version, note, changes, by_name, created_at }) => (
          <li key={id} className="border-line border-l-2 pl-4">
            <p className="font-semibold">
              {actions[action]}
              {action === 'corrected' && version > 1 && `: version ${version}`}
            </p>
            <p className="wrap-anywhere text-muted text-sm">
              {formatDateTime(created_at)}
              {by_name && ` by ${by_name}`}
            </p>
            {note && <p className="wrap-anywhere mt-1">{note}</p>}
            {changes.length > 0 && (
              <ul className="mt-1 text-sm">
                {changes.map(({ field, from, to }) => (
                  <li key={field} className="wrap-anywhere">
                    {fieldLabels[field] ?? field}: <del className="text-muted">{shown(from)}</del> →{' '}
                    <ins className="font-medium no-underline">{shown(to)}</ins>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
