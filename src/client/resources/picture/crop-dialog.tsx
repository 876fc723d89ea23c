import { type KeyboardEvent, useState } from 'react'
import { parseImageUrl, splitFocus, withFocus } from '#shared/image-url.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { api } from '../../api/client.ts'
import { parseApiError } from '../../api/errors.ts'
import { type Crop, cropImage, focusWithin, noCrop } from './crop.ts'
import { CropEditor } from './crop-editor.tsx'
import { FocusEditor, type PictureFrame } from './focus-editor.tsx'

type CropDialogProps = {
  url: string
  frames: readonly PictureFrame[]
  /** @param url of the same picture with another focal point, or of a part of it */
  onDone: (url: string) => void
  onClose: () => void
}

type CropStep = { url: string; crop?: Crop }

/** Chooses the focal point of a picture, and crops it to a part, which becomes a picture of its own. */
export function CropDialog({ url: first, frames, onDone, onClose }: CropDialogProps) {
  const { value, change, undo } = useSteps<CropStep>({ url: first })
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { url, crop } = value
  const image = parseImageUrl(url)

  async function cropTo(part: Crop) {
    if (!image) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { address } = await api.images.upload({ image: await cropImage(image, part) })
      change({ url: withFocus(address, focusWithin(splitFocus(url).focus, part)) }, 'cropped')
    } catch (error) {
      const { detail, fields } = parseApiError(error)
      setProblem(fields.image?.join(' ') ?? detail)
    }
    setIsBusy(false)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return
    if (event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (!isBusy) undo?.()
  }

  const isCropped = crop && Object.values(crop).some((percent) => percent > 0)
  const actions = (
    <>
      <Button
        variant="quiet"
        className="mr-auto"
        aria-disabled={!undo || isBusy}
        onClick={() => !isBusy && undo?.()}
      >
        Undo
      </Button>
      {crop ? (
        <>
          <Button
            variant="secondary"
            aria-disabled={isBusy}
            onClick={() => !isBusy && change({ url }, 'no crop')}
          >
            Don’t crop
          </Button>
          <Button
            isBusy={isBusy}
            busyLabel="Storing…"
            aria-disabled={!isCropped}
            onClick={() => isCropped && cropTo(crop)}
          >
            Cut this out
          </Button>
        </>
      ) : (
        <>
          {image && (
            <Button variant="secondary" onClick={() => change({ url, crop: noCrop }, 'crop')}>
              Crop…
            </Button>
          )}
          <Button onClick={() => onDone(url)}>Use it like this</Button>
        </>
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the usual key for one of the buttons
    <div onKeyDown={handleKey} className="contents">
      <Dialog
        isOpen
        onClose={onClose}
        size="lg"
        title="Crop and focus"
        description={
          crop
            ? 'Drag over the picture, or use the fields. What you cut out becomes a picture of its own.'
            : 'Press where the picture must never be cut, or use the fields.'
        }
        actions={actions}
      >
        {crop && image ? (
          <CropEditor
            image={image}
            crop={crop}
            onChange={(next, by) => change({ url, crop: next }, by)}
          />
        ) : (
          <FocusEditor
            url={url}
            frames={frames}
            onChange={(next, by) => change({ url: next }, by)}
          />
        )}
        <p role="alert" className="mt-3 font-medium text-error text-sm empty:absolute">
          {problem}
        </p>
      </Dialog>
    </div>
  )
}

/** A value whose changes are undone one by one. */
function useSteps<Value>(first: Value) {
  const [{ values }, set] = useState({ values: [first], by: '' })
  const value = values.at(-1) ?? first
  return {
    value,
    /** @param by what makes the change: what it makes in a row is one step, such as the way of a pointer */
    change: (next: Value, by: string) =>
      set((now) => ({
        values: [...(by === now.by ? now.values.slice(0, -1) : now.values), next],
        by,
      })),
    undo:
      values.length > 1
        ? () => set((now) => ({ values: now.values.slice(0, -1), by: '' }))
        : undefined,
  }
}
