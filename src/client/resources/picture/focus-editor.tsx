import { splitFocus, withFocus } from '#shared/image-url.ts'
import { Image } from '#ui/image.tsx'
import { PercentSlider } from './percent-slider.tsx'
import { WholePicture } from './whole-picture.tsx'

/** A box of this shape in which a page shows a picture, which fills it: what does not fit is cut off. */
export type PictureFrame = {
  label: string
  width: number
  height: number
  /** Whether a see-through picture is shown whole there. */
  isOpaqueOnly?: boolean
}

type FocusEditorProps = {
  url: string
  frames: readonly PictureFrame[]
  /** @param by see `useSteps` */
  onChange: (url: string, by: string) => void
}

/** Chooses the point of a picture that stays visible, beside the frames in which pages show it. */
export function FocusEditor({ url, frames, onChange }: FocusEditorProps) {
  const { focus } = splitFocus(url)
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <WholePicture url={url} onDrag={(_, point, name) => onChange(withFocus(url, point), name)}>
          <span
            data-focus
            className="pointer-events-none absolute -m-4 size-8 rounded-full border-3 border-white bg-black/25 ring-2 ring-black"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </WholePicture>
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1.5 font-semibold text-sm">What stays visible</legend>
          <PercentSlider
            edge="left"
            value={focus.x}
            onChange={(x) => onChange(withFocus(url, { ...focus, x }), 'x')}
          />
          <PercentSlider
            edge="top"
            value={focus.y}
            onChange={(y) => onChange(withFocus(url, { ...focus, y }), 'y')}
          />
        </fieldset>
      </div>
      <section aria-label="How it is cut">
        <ul className="flex flex-wrap items-end gap-x-4 gap-y-3">
          {frames.map(({ label, width, height }) => (
            <li key={label} className="max-w-full" style={{ width: previewWidth(width / height) }}>
              <Image
                src={url}
                alt=""
                width={width}
                height={height}
                sizes="26rem"
                className="w-full rounded-sm"
              />
              <span className="mt-1 block text-muted text-xs leading-tight">{label}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Previews of about the same area: wide ones are low, and none is so narrow that its label takes many lines. */
const previewWidth = (shape: number) => `${Math.max(6, 8 * Math.sqrt(shape))}rem`
