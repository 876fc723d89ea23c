import type { ReactNode } from 'react'
import { parseImageUrl, splitFocus, srcsetOf } from '#shared/image-url.ts'
import { usePictureDrag } from './use-picture-drag.ts'

type WholePictureProps = {
  url: string
  /** See `usePictureDrag`. */
  onDrag: Parameters<typeof usePictureDrag>[0]
  /** What lies over it. */
  children: ReactNode
}

/** A whole picture over which one drags. Hidden from screen readers: the fields beside it do the same. */
export function WholePicture({ url, onDrag, children }: WholePictureProps) {
  const drag = usePictureDrag(onDrag)
  const own = parseImageUrl(url)
  return (
    <div className="grid place-items-center rounded bg-sand">
      <div
        {...drag}
        aria-hidden="true"
        data-picture
        className="relative cursor-crosshair touch-none select-none overflow-clip"
      >
        <img
          src={splitFocus(url).address}
          srcSet={own ? srcsetOf(own, 'webp') : undefined}
          sizes="28rem"
          alt=""
          width={own?.width}
          height={own?.height}
          draggable={false}
          className="block h-auto max-h-[45dvh] w-auto max-w-full"
        />
        {children}
      </div>
    </div>
  )
}
