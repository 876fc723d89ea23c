import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { FieldError, FieldHint } from '#ui/forms/field.tsx'
import { useRefusedDropsElsewhere } from '#ui/forms/file-field.tsx'
import { ImageUp } from '#ui/icons.ts'
import { Image } from '#ui/image.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { api } from '../../api/client.ts'
import { parseApiError } from '../../api/errors.ts'
import { beginUpload } from '../../forms/uploads.ts'
import { CropButton } from './crop-button.tsx'
import type { PictureFrame } from './focus-editor.tsx'

const PictureChooser = lazyComponent(() => import('./picture-chooser.tsx'), 'PictureChooser')

type ImageFieldProps<Values extends FieldValues> = {
  label: string
  control: Control<Values>
  /** The field with the picture's URL, empty for none. */
  name: Path<Values>
  /** The frames in which pages show the picture, where it may be cropped. */
  frames?: readonly PictureFrame[]
}

const underWay = 'The picture is still on its way: please save when it is here.'

/** A field for a picture, chosen or dropped. It is uploaded at once; the form's value is its URL. */
export function ImageField<Values extends FieldValues>(props: ImageFieldProps<Values>) {
  const { label, control, name, frames } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<AbortController>(null)
  const [isSending, setIsSending] = useState(false)
  const [percent, setPercent] = useState<number>()
  const [isOver, setIsOver] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: () => upload.current === null || underWay },
  })
  const url = isSending ? '' : (field.value as string)
  const error = problem ?? fieldState.error?.message
  // The field may be another one when the picture is there, such as that of a row that was moved.
  const latest = useRef(field)
  latest.current = field
  useRefusedDropsElsewhere()
  useEffect(() => () => upload.current?.abort(), [])
  useEffect(() => (isSending ? beginUpload(control) : undefined), [isSending, control])

  async function send(image: File | undefined) {
    if (!image) return
    upload.current?.abort()
    const attempt = new AbortController()
    const { signal } = attempt
    upload.current = attempt
    setIsSending(true)
    setPercent(undefined)
    setProblem(undefined)
    // Once all is sent, the server makes its sizes.
    const onProgress = (sent: number, total: number) =>
      setPercent(sent < total ? (sent / total) * 100 : undefined)
    try {
      const { address } = await api.images.upload({ image }, { signal, context: { onProgress } })
      if (signal.aborted) return
      upload.current = null
      latest.current.onChange(address)
    } catch (reason) {
      const { detail, fields } = parseApiError(reason)
      if (signal.aborted) return
      upload.current = null
      setProblem(fields.image?.join(' ') ?? detail)
    }
    setIsSending(false)
  }

  /** @param address of a stored picture, or empty */
  function take(address: string) {
    upload.current?.abort()
    upload.current = null
    setIsSending(false)
    setIsChoosing(false)
    setProblem(undefined)
    field.onChange(address)
  }

  function remove() {
    take('')
    input.current?.focus()
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    void send(event.dataTransfer.files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an additional way; the input is accessible
    <div
      className="flex flex-col gap-1.5 sm:col-span-2"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-4 rounded border-2 border-dashed p-4 transition-colors',
          'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-info',
          isOver ? 'border-primary bg-primary-soft' : error ? 'border-error' : 'border-control',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0]
            // Cleared, so that choosing the same file again fires a change event.
            currentTarget.value = ''
            void send(chosen)
          }}
        />
        {url ? (
          <Image src={url} alt="" width={200} height={90} className="w-50 shrink-0 rounded-sm" />
        ) : (
          <span className="grid size-12 shrink-0 place-items-center rounded bg-primary-soft text-primary">
            <ImageUp aria-hidden="true" />
          </span>
        )}
        <div role="status" className="min-w-0 grow basis-40 text-sm empty:absolute">
          {isSending ? (
            <ProgressBar label="Sending the picture" value={percent} />
          ) : (
            !url && (
              <span className="pointer-coarse:hidden">Drop a picture here, or choose one.</span>
            )
          )}
        </div>
        <div className="ml-auto flex flex-wrap gap-2">
          {/* First, as its field is for the keyboard. */}
          <label htmlFor={id} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {url ? 'Replace' : 'Choose picture'}
          </label>
          <Button variant="secondary" size="sm" onClick={() => setIsChoosing(true)}>
            From the library
          </Button>
          {url && frames && <CropButton url={url} frames={frames} onDone={take} />}
          {(url || isSending) && (
            <Button variant="quiet" size="sm" onClick={remove}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <FieldHint id={`${id}-hint`}>JPEG, PNG, WebP, AVIF or GIF, up to 15 MB.</FieldHint>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {isChoosing && (
        <PictureChooser
          onChoose={({ address }) => take(address)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  )
}
