import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { parseImageUrl, srcsetOf } from '#shared/image-url.ts'
import { classNames } from './class-names.ts'

type ImageProps = {
  src: string
  alt: string
  /** What stands there while the image is on its way; without it, the image's average colour does. */
  placeholder?: ReactNode
  /** What stands there when it can't be had, under the words that say so. */
  fallback?: ReactNode
  /** Of the box, in pixels or any other unit: what counts is how they stand to each other. */
  width: number
  height: number
  /** How wide it is shown, as in the attribute of that name, for browsers to choose from the widths there are. */
  sizes?: string
  objectFit?: CSSProperties['objectFit']
  /** Whether it is on the first screen, and so is loaded at once. */
  isFirst?: boolean
  className?: string
}

/** Below this, the words across an image are small and take two lines. */
const roomyWidthMin = 160

/**
 * An image that says how it fares: half there while it loads, whole when it has, and 'Image unavailable' when it can't
 * be had. Its box has its size from the start. One of this site comes in the format and the width that suit the
 * browser. Without JavaScript it is an image like any other.
 */
export function Image(props: ImageProps) {
  const { src, alt, placeholder, fallback, width, height, sizes = `${width}px` } = props
  const { objectFit = 'cover', isFirst = false, className } = props
  const ref = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'error'>('loaded')
  const own = parseImageUrl(src)

  // The image may have come, or failed, before the page was awake; then its events are gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another image
  useEffect(() => {
    const image = ref.current
    if (!image) return
    if (!image.complete) setState('loading')
    else setState(image.naturalWidth > 0 ? 'loaded' : 'error')
  }, [src])

  return (
    <span
      className={classNames('relative block overflow-hidden', className)}
      style={{ aspectRatio: `${width} / ${height}`, backgroundColor: own?.colour ?? undefined }}
    >
      {state !== 'loaded' && (
        <span className="absolute inset-0">{state === 'loading' ? placeholder : fallback}</span>
      )}
      <picture className="contents">
        {own && (
          <source type="image/avif" srcSet={srcsetOf(src, own.width, 'avif')} sizes={sizes} />
        )}
        <img
          ref={ref}
          src={src}
          srcSet={own ? srcsetOf(src, own.width, 'webp') : undefined}
          sizes={own ? sizes : undefined}
          alt={alt}
          width={width}
          height={height}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
          style={{ objectFit }}
          onLoad={() => setState('loaded')}
          onError={() => setState('error')}
          className={classNames(
            'relative size-full transition-opacity duration-500',
            state === 'loading' && 'opacity-50',
            state === 'error' && 'opacity-0',
          )}
        />
      </picture>
      {state === 'error' && (
        <span
          className={classNames(
            'absolute inset-x-0 bottom-0 bg-ink/90 text-center font-semibold text-paper',
            width < roomyWidthMin ? 'p-1 text-[0.65rem] leading-tight' : 'px-3 py-1.5 text-xs',
          )}
        >
          Image unavailable
        </span>
      )}
    </span>
  )
}
