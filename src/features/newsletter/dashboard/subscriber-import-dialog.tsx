import { useWrite } from '#client/api/queries.ts'
import { ImportDialog } from '#client/resources/import/import-dialog.tsx'
import type { ImportLabels } from '#client/resources/import/import-report-list.tsx'
import { localDay } from '#shared/company.ts'
import { formatCount } from '#shared/format.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { ImportReport } from '../contract.ts'
import { type ImportOutcome, importBytesMax, importRowsMax } from '../validation.ts'

const labels: ImportLabels<ImportOutcome> = {
  added: { before: 'to be added', after: 'added', tone: 'text-success' },
  known: { before: 'subscribed already', after: 'subscribed already' },
  unsubscribed: { before: 'unsubscribed, left alone', after: 'unsubscribed, left alone' },
  repeated: { before: 'repeated in the list', after: 'repeated in the list' },
  invalid: {
    before: 'without a valid address',
    after: 'without a valid address',
    tone: 'text-error',
  },
}

const named = ({ counts, rows }: ImportReport) => ({
  counts,
  rows: rows.map(({ email, ...row }) => ({ ...row, text: email || 'no address' })),
})

/** Imports addresses that consented elsewhere: a file with a preview, and where and when they did. */
export function SubscriberImportDialog({ onClose }: { onClose: () => void }) {
  const previewImport = useWrite('newsletter.previewImport')
  const runImport = useWrite('newsletter.import')
  return (
    <ImportDialog
      title="Import subscribers"
      description="Only people who agreed to get the newsletter. Nobody is written to."
      noun="subscriber"
      hint={`CSV with a column called Email, up to ${formatCount(importRowsMax)} rows.`}
      bytesMax={importBytesMax}
      labels={labels}
      addedOf={({ counts }) => counts.added}
      preview={async (file) => named(await previewImport.mutateAsync({ file }))}
      run={async (file, consent) => named(await runImport.mutateAsync({ file, ...consent }))}
      values={{ consent_place: '', consent_day: '' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('consent_place')}
            label="Where they consented"
            hint="Such as: Job fair in Huye, list at our table."
            maxLength={200}
            required
          />
          <TextField
            {...form.field('consent_day')}
            label="When they consented"
            hint="It is kept beside each address, with your name."
            type="date"
            max={localDay(new Date())}
            required
          />
        </>
      )}
    </ImportDialog>
  )
}
