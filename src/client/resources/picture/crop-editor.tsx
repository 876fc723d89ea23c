import { useRef } from 'react'
import type { ImageUrl } from '#shared/image-url.ts'
import { type Crop, dragCrop, partOf, remainMin } from './crop.ts'
import { PercentSlider } from './percent-slider.tsx'
import { WholePicture } from './whole-picture.tsx'

type CropEditorProps = {
  image: ImageUrl
  crop: Crop
  /** @param by see `useSteps` */
  onChange: (crop: Crop, by: string) => void
}

const edges = [
  ['left', 'right'],
  ['right', 'left'],
  ['top', 'bottom'],
  ['bottom', 'top'],
] as const

/** Chooses the part of a picture that it is cropped to. */
export function CropEditor({ image, crop, onChange }: CropEditorProps) {
  const begun = useRef({ name: '', crop })
  const { width, height } = partOf(crop, image)
  const { left, right, top, bottom } = crop
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <WholePicture
        url={image.address}
        onDrag={(from, to, name) => {
          if (begun.current.name !== name) begun.current = { name, crop }
          onChange(dragCrop(begun.current.crop, from, to), name)
        }}
      >
        <span
          data-crop
          className="pointer-events-none absolute border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.6)] outline-1 outline-black"
          style={{ left: `${left}%`, right: `${right}%`, top: `${top}%`, bottom: `${bottom}%` }}
        />
      </WholePicture>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold text-sm">What is cut off</legend>
        {edges.map(([edge, opposite]) => (
          <PercentSlider
            key={edge}
            edge={edge}
            value={crop[edge]}
            max={100 - remainMin - crop[opposite]}
            onChange={(percent) => onChange({ ...crop, [edge]: percent }, edge)}
          />
        ))}
        <p className="text-muted text-sm tabular-nums">
          {width} × {height} pixels remain. The picture stays in the library as it is.
        </p>
      </fieldset>
    </div>
  )
}
