import { type ReactNode, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { formatFileSize, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { useChosenFile } from '#ui/forms/use-chosen-file.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { parseApiError } from '../../api/errors.ts'
import { useCallForm } from '../../forms/use-call-form.ts'
import { type FileReport, type ImportLabels, ImportReportList } from './import-report-list.tsx'

type ImportDialogProps<Outcome extends string, Values extends FieldValues> = {
  title: string
  description: string
  /** The singular name of what is added, such as 'subscriber'. */
  noun: string
  /** What the file must be like. */
  hint: string
  bytesMax: number
  labels: ImportLabels<Outcome>
  /** How many rows of a report are added. */
  addedOf: (report: FileReport<Outcome>) => number
  /** @returns what an import would do with each row */
  preview: (file: File) => Promise<FileReport<Outcome>>
  /** @returns what it did with each row */
  run: (file: File, values: Values) => Promise<FileReport<Outcome>>
  /** The initial values of the further fields. */
  values: Values
  onClose: () => void
  /** The further fields. */
  children: (form: ReturnType<typeof useCallForm<Values>>) => ReactNode
}

/** Imports a CSV file: reports on each row before anything is written, and after. */
export function ImportDialogWindow<Outcome extends string, Values extends FieldValues>(
  props: ImportDialogProps<Outcome, Values>,
) {
  const { noun, labels, onClose } = props
  /** What has opened it. */
  const opener = useRef(document.activeElement as HTMLElement | null)
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<FileReport<Outcome>>()
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  /** Counts the choices: a slow answer may be about a file that is no longer chosen. */
  const choices = useRef(0)
  const [done, setDone] = useState<FileReport<Outcome>>()
  const form = useCallForm<Values>(props.values as DefaultValues<Values>, async (values) => {
    if (!file || !preview) return setProblem((now) => now ?? 'Please choose a CSV file')
    setDone(await props.run(file, values))
  })

  const choose = useChosenFile({
    state: [file, setFile],
    problemOf: ({ size }) =>
      size > props.bytesMax ? `At most ${formatFileSize(props.bytesMax)}` : undefined,
    onRefused: forget,
    async onChosen(chosen) {
      setPreview(undefined)
      setProblem(undefined)
      setIsReading(true)
      choices.current += 1
      const choice = choices.current
      const isStale = () => choice !== choices.current
      try {
        const report = await props.preview(chosen)
        if (isStale()) return
        setPreview(report)
        setIsReading(false)
      } catch (error) {
        if (isStale()) return
        const { fields, detail } = parseApiError(error)
        forget(fields.file?.join(' ') ?? detail)
      }
    },
  })

  function forget(reason?: string) {
    choices.current += 1
    setFile(null)
    setPreview(undefined)
    setIsReading(false)
    setProblem(reason)
  }

  if (done) {
    const close = <Button onClick={onClose}>Close</Button>
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title="What was imported"
        actions={close}
        finalFocus={opener}
      >
        <ImportReportList report={done} labels={labels} isDone />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      submitLabel={preview ? `Add ${pluralize(props.addedOf(preview), noun)}` : `Add ${noun}s`}
      {...form.dialog}
      isBusy={form.isBusy || isReading}
      isDirty={form.isDirty || file !== null}
      onClose={onClose}
    >
      <FileField
        label="List"
        what="list"
        hint={props.hint}
        accept=".csv,text/csv"
        file={file}
        error={problem}
        onChoose={(chosen) => void choose(chosen)}
        onRemove={() => forget()}
      />
      {isReading && <ProgressBar label="Reading the list" />}
      {preview && <ImportReportList report={preview} labels={labels} />}
      {props.children(form)}
    </FormDialog>
  )
}
