import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

type ImageProps = {
  src: string
  alt: string
  /** What stands there while the image is on its way. */
  placeholder?: ReactNode
  /** What stands there when it can't be had, under the words that say so. */
  fallback?: ReactNode
  width: number
  height: number
  objectFit?: CSSProperties['objectFit']
  className?: string
}

/**
 * An image that says how it fares: half there while it loads, whole when it has, and 'Image unavailable' when it can't
 * be had. Its box has its size from the start. Without JavaScript it is an image like any other.
 */
export function Image(props: ImageProps) {
  const { src, alt, placeholder, fallback, width, height, objectFit = 'cover', className } = props
  const ref = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'error'>('loaded')

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
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {state !== 'loaded' && (
        <span className="absolute inset-0">{state === 'loading' ? placeholder : fallback}</span>
      )}
      <img
        ref={ref}
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
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
      {state === 'error' && (
        <span className="absolute inset-x-0 bottom-0 bg-ink/80 px-3 py-1.5 text-center font-semibold text-paper text-xs">
          Image unavailable
        </span>
      )}
    </span>
  )
}
