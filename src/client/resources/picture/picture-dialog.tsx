import { type KeyboardEvent, useState } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { parseImageUrl, splitFocus, withFocus } from '#shared/image-url.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { type Crop, cutOut, focusWithin, uncut } from './crop.ts'
import { CropEditor } from './crop-editor.tsx'
import { FocusEditor, type PictureCut } from './focus-editor.tsx'

type PictureDialogProps = {
  url: string
  cuts: readonly PictureCut[]
  /** @param url of the same picture with another focal point, or of a part of it */
  onDone: (url: string) => void
  onClose: () => void
}

type PictureStep = { url: string; crop?: Crop }

/** Chooses the focal point of a picture, and cuts a part out of it, which becomes a picture of its own. */
export function PictureDialog({ url: first, cuts, onDone, onClose }: PictureDialogProps) {
  const { value, change, undo } = useSteps<PictureStep>({ url: first })
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { url, crop } = value
  const image = parseImageUrl(url)

  async function cut(part: Crop) {
    if (!image) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { address } = await api.images.upload({ image: await cutOut(image, part) })
      change({ url: withFocus(address, focusWithin(splitFocus(url).focus, part)) }, 'cut out')
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

  const isCut = crop && Object.values(crop).some((percent) => percent > 0)
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
            onClick={() => !isBusy && change({ url }, 'uncut')}
          >
            Don’t crop
          </Button>
          <Button
            isBusy={isBusy}
            busyLabel="Storing…"
            aria-disabled={!isCut}
            onClick={() => isCut && cut(crop)}
          >
            Cut this out
          </Button>
        </>
      ) : (
        <>
          {image && (
            <Button variant="secondary" onClick={() => change({ url, crop: uncut }, 'crop')}>
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
          <FocusEditor url={url} cuts={cuts} onChange={(next, by) => change({ url: next }, by)} />
        )}
        <p role="alert" className="mt-3 font-medium text-error text-sm empty:hidden">
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
