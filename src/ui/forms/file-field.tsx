import { type DragEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatFileSize } from '#shared/format.ts'
import { FileText, Trash, Upload } from '#ui/icons.ts'
import { Button, buttonClass } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { FieldError, RequiredMark, useFieldIds } from './field.tsx'

type FileFieldProps = {
  label: string
  /** What is to be chosen, such as 'resume'. */
  what: string
  /** The accepted files, as text; `accept` is the attribute of the input. */
  hint: string
  accept: string
  /** The field's name in a form that is posted without JavaScript. */
  name?: string
  file: File | null
  error: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
  /** Focused when the file has an error. */
  ref?: Ref<HTMLInputElement>
}

/** A field for a file, chosen or dropped. Shows its name and size, and buttons to replace or remove it. */
export function FileField(props: FileFieldProps) {
  const { label, what, hint, accept, name, file, error, onChoose, onRemove, ref } = props
  const { control, hintId, errorId } = useFieldIds(undefined, { hint, error })
  const { id, 'aria-describedby': describedBy } = control
  const [isOver, setIsOver] = useState(false)
  const wasRemoved = useRef(false)
  useRefusedDropsElsewhere()

  // A file chosen before hydration is only in the native input.
  const takeEarlyChoice = useEffectEvent(() => {
    const input = document.getElementById(id) as HTMLInputElement | null
    const [early] = input?.files ?? []
    if (!input || !early) return
    onChoose(early)
    input.value = ''
  })
  useEffect(() => takeEarlyChoice(), [])

  // Restores the focus: the button that removed the file is gone.
  useEffect(() => {
    if (file || !wasRemoved.current) return
    wasRemoved.current = false
    document.getElementById(id)?.focus()
  }, [file, id])

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const dropped = event.dataTransfer.files[0]
    // While the form is sent, its fields are disabled.
    if (dropped && !event.currentTarget.matches(':disabled *')) onChoose(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an additional way; the input is accessible
    <div
      className="flex flex-col gap-1.5"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
        <RequiredMark />
      </label>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-5 gap-y-4 rounded border-2 border-dashed p-5 transition-colors sm:p-6',
          'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-info',
          isOver ? 'border-primary bg-primary-soft' : 'bg-raised',
          !isOver && (error ? 'border-error' : 'border-control'),
        )}
      >
        <input
          {...control}
          // The input is emptied, and is said to have no file.
          aria-describedby={file ? `${id}-file ${describedBy}` : describedBy}
          ref={ref}
          name={name}
          type="file"
          accept={accept}
          required
          className="noscript:not-sr-only noscript:order-last noscript:w-full sr-only file:mr-3 file:min-h-9 file:rounded file:bg-sand file:px-3.5 file:font-semibold"
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0]
            // Cleared, so that choosing the same file again fires a change event.
            currentTarget.value = ''
            if (chosen) onChoose(chosen)
          }}
        />
        <span className="grid size-12 shrink-0 place-items-center rounded bg-primary-soft text-primary">
          {file ? <FileText aria-hidden="true" /> : <Upload aria-hidden="true" />}
        </span>
        <div className="min-w-0 grow basis-40">
          <p id={`${id}-file`} role="status" className="text-balance break-words font-semibold">
            {file ? (
              file.name
            ) : (
              <span className="noscript:hidden">
                <span className="pointer-coarse:hidden">
                  Drop your {what} here, or choose a file
                </span>
                <span className="pointer-fine:hidden pointer-none:hidden">Choose your {what}</span>
              </span>
            )}
          </p>
          <p id={hintId} className="text-muted text-sm">
            {file ? formatFileSize(file.size) : hint}
          </p>
        </div>
        <div className="noscript:hidden flex flex-wrap gap-2">
          <label
            htmlFor={id}
            className={buttonClass({ variant: 'secondary', size: file ? 'sm' : 'md' })}
          >
            {file ? 'Replace' : 'Choose file'}
          </label>
          {file && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                wasRemoved.current = true
                onRemove()
              }}
            >
              <Trash aria-hidden="true" className="size-4" />
              Remove
            </Button>
          )}
        </div>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** Cancels drops outside the field: the browser would open the file in place of the form. */
export function useRefusedDropsElsewhere() {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
