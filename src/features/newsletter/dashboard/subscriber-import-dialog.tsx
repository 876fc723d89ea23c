import { useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { localDay } from '#shared/company.ts'
import { formatFileSize, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useChosenFile } from '#ui/forms/use-chosen-file.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { ImportReport } from '../contract.ts'
import { importBytesMax, importRowsMax } from '../validation.ts'
import { ImportReportList } from './import-report-list.tsx'

const hint = `CSV with a column called E-mail, up to ${importRowsMax.toLocaleString('en')} rows.`

/** Imports addresses that consented elsewhere: a file with a preview, and where and when they did. */
export function SubscriberImportDialog({ onClose }: { onClose: () => void }) {
  const previewImport = useWrite('newsletter.previewImport')
  const runImport = useWrite('newsletter.import')
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<ImportReport>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<ImportReport>()
  const form = useCallForm({ consent_place: '', consent_day: '' }, async (consent) => {
    if (!file || !preview) return setProblem((now) => now ?? 'Please choose a CSV file')
    setDone(await runImport.mutateAsync({ file, ...consent }))
  })

  const choose = useChosenFile({
    problemOf: ({ size }) =>
      size > importBytesMax ? `At most ${formatFileSize(importBytesMax)}` : undefined,
    onRefused: forget,
    async onChosen(chosen) {
      setFile(chosen)
      setPreview(undefined)
      setProblem(undefined)
      try {
        setPreview(await previewImport.mutateAsync({ file: chosen }))
      } catch (error) {
        const { fields, detail } = parseApiError(error)
        forget(fields.file?.join(' ') ?? detail)
      }
    },
  })

  function forget(reason?: string) {
    setFile(undefined)
    setPreview(undefined)
    setProblem(reason)
  }

  if (done) {
    const close = <Button onClick={onClose}>Close</Button>
    return (
      <Dialog isOpen onClose={onClose} title="What was imported" actions={close}>
        <ImportReportList report={done} isDone />
      </Dialog>
    )
  }
  const added = preview?.counts.added ?? 0
  return (
    <FormDialog
      title="Import subscribers"
      description="Only people who agreed to get the newsletter. Nobody is written to."
      submitLabel={preview ? `Add ${pluralize(added, 'subscriber')}` : 'Add subscribers'}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy || previewImport.isPending}
      isDirty={form.isDirty || file !== undefined}
      problem={form.problem}
    >
      <FileField
        label="List"
        what="list"
        hint={hint}
        accept=".csv,text/csv"
        file={file ?? null}
        error={problem}
        onChoose={(chosen) => void choose(chosen)}
        onRemove={() => forget()}
      />
      {previewImport.isPending && <ProgressBar label="Reading the list" />}
      {preview && <ImportReportList report={preview} />}
      <TextField
        {...form.register('consent_place')}
        error={form.errorOf('consent_place')}
        label="Where they consented"
        hint="Such as: Job fair in Huye, list at our table."
        maxLength={200}
        required
      />
      <TextField
        {...form.register('consent_day')}
        error={form.errorOf('consent_day')}
        label="When they consented"
        hint="It is kept beside each address, with your name."
        type="date"
        max={localDay(new Date())}
        required
      />
    </FormDialog>
  )
}
