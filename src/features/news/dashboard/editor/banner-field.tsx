import { type DragEvent, useRef, useState } from 'react'
import { api } from '#client/api/client.ts'
import { ApiError, problemsOf } from '#client/api/errors.ts'
import { CropButton } from '#client/resources/picture/crop-button.tsx'
import { PictureInput } from '#client/resources/picture/picture-input.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { Button } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** The frames in which pages show the banner of an article; `e2e/banner.spec.ts` compares them with the pages. */
const bannerFrames = [
  { label: 'Card', width: 2, height: 1 },
  { label: 'Article on a phone', width: 360, height: 160 },
  { label: 'Related article', width: 17, height: 4 },
  { label: 'Article on a computer', width: 1280, height: 333 },
  { label: 'Article on a wide screen', width: 1920, height: 352 },
]

const PictureChooser = lazyComponent(
  () => import('#client/resources/picture/picture-chooser.tsx'),
  'PictureChooser',
)

type BannerFieldProps = {
  banner: string
  error: string | undefined
  /** The banner as it is when it is called. */
  readBanner: () => string
  onChange: (banner: string) => void
  /** Notes that a picture is on its way. @returns notes that it is no more */
  beginUpload: () => () => void
  /** Offers to undo a change. */
  onUndoable: (change: UndoableChange) => void
}

/** The picture above the article, by choice or drop. Without one the article has a pattern of its own. */
export function BannerField(props: BannerFieldProps) {
  const { banner, error, readBanner, onChange, beginUpload, onUndoable } = props
  const input = useRef<HTMLInputElement>(null)
  const underWay = useRef<AbortController>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [percent, setPercent] = useState(0)
  const [isChoosing, setIsChoosing] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function upload(image: File | undefined) {
    if (!image) return
    stopUpload()
    const attempt = new AbortController()
    const { signal } = attempt
    underWay.current = attempt
    setIsBusy(true)
    setPercent(0)
    const endUpload = beginUpload()
    const onProgress = (sent: number, total: number) => setPercent(Math.floor((sent / total) * 100))
    try {
      const { address } = await api.images.upload({ image }, { signal, context: { onProgress } })
      if (!signal.aborted) take(address)
    } catch (refusal) {
      if (signal.aborted) return
      stopUpload()
      setProblem(problemsOf(refusal))
    } finally {
      endUpload()
    }
  }

  function stopUpload() {
    underWay.current?.abort()
    setIsBusy(false)
    setProblem(undefined)
  }

  /** The last choice counts, also while an earlier one is still on its way. */
  function take(url: string) {
    stopUpload()
    onChange(url)
  }

  function adjust(url: string) {
    if (url === banner) return
    take(url)
    onUndoable({
      text: 'The banner is cut in another way.',
      async undo() {
        if (readBanner() !== url) throw new ApiError(409, 'The banner was changed since.')
        take(banner)
        return 'The banner is as it was.'
      },
    })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    void upload(event.dataTransfer.files[0])
  }

  return (
    <fieldset
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="flex flex-col gap-2"
    >
      <legend className="mb-1.5 font-semibold text-sm">Banner</legend>
      {banner ? (
        <Image
          src={banner}
          alt=""
          width={320}
          height={160}
          sizes="20rem"
          className="w-full rounded"
        />
      ) : (
        <p className="rounded border border-control border-dashed px-4 py-6 text-center text-muted text-sm">
          Drop a picture here. Without one, a pattern stands above the article.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          isBusy={isBusy}
          busyLabel={percent < 100 ? `Sending, ${percent}%` : 'Storing…'}
          onClick={() => input.current?.click()}
        >
          {banner ? 'Another banner' : 'Choose a banner'}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setIsChoosing(true)}>
          From the library
        </Button>
        {banner && <CropButton url={banner} frames={bannerFrames} onDone={adjust} />}
        {banner && (
          <Button variant="quiet" size="sm" onClick={() => take('')}>
            Remove
          </Button>
        )}
      </div>
      <PictureInput
        label="Banner file"
        ref={input}
        isSingle
        onChoose={([file]) => void upload(file)}
      />
      <p role="alert" className="font-medium text-error text-sm empty:absolute">
        {problem ?? error}
      </p>
      {isChoosing && (
        <PictureChooser
          onChoose={({ address }) => {
            setIsChoosing(false)
            take(address)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </fieldset>
  )
}
