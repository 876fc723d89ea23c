import { useWrite } from '#client/api/queries.ts'
import { ImportDialog } from '#client/resources/import/import-dialog.tsx'
import type { ImportLabels } from '#client/resources/import/import-report-list.tsx'
import { formatCount } from '#shared/format.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import {
  type CertificateOutcome,
  certificateFileBytesMax,
  certificateRowsMax,
} from '../validation.ts'

const labels: ImportLabels<CertificateOutcome> = {
  added: { before: 'to be issued', after: 'issued', tone: 'text-success' },
  known: {
    before: 'with a valid certificate of that cohort',
    after: 'with a valid certificate of that cohort',
  },
  repeated: { before: 'repeated in the list', after: 'repeated in the list' },
  invalid: { before: 'not valid, left out', after: 'not valid, left out', tone: 'text-error' },
}

/** Issues the certificates of a file. */
export function CertificateImportDialog({ onClose }: { onClose: () => void }) {
  const preview = useWrite('certificates.previewImport')
  const run = useWrite('certificates.import')
  return (
    <ImportDialog
      title="Import certificates"
      description="Each row is checked before anything is issued. Who has a valid certificate of the cohort gets no second one."
      noun="certificate"
      hint={`CSV with the columns Name, Email, Course, Cohort, Start and End, and if you have them, Issued on and Number; up to ${formatCount(certificateRowsMax)} rows. Days as 2026-01-31 or 31/01/2026.`}
      bytesMax={certificateFileBytesMax}
      labels={labels}
      addedOf={({ counts }) => counts.added}
      preview={(file) => preview.mutateAsync({ file })}
      run={(file, values) => run.mutateAsync({ file, ...values })}
      values={{ send_email: false }}
      onClose={onClose}
    >
      {(form) => (
        <CheckboxField
          {...form.register('send_email')}
          label="Send each of them the link to their certificate"
        />
      )}
    </ImportDialog>
  )
}
