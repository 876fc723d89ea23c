import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { centre, parseImageUrl, splitFocus, srcsetOf } from '#shared/image-url.ts'
import { classNames } from './class-names.ts'

type ImageProps = {
  src: string
  alt: string
  /** Shown when the image can't be loaded, behind the text 'Image unavailable'. */
  fallback?: ReactNode
  /** The width of the box in any unit, such as pixels: together with the height it sets the aspect ratio. */
  width: number
  height: number
  /** The `sizes` attribute, by which browsers choose a width from the `srcset`. */
  sizes?: string
  objectFit?: CSSProperties['objectFit']
  /** Whether it is on the first screen, and so is loaded eagerly. */
  isFirst?: boolean
  className?: string
}

/** In a narrower box, the error text is small and takes two lines. */
const roomyWidthMin = 160

/**
 * An image that is half transparent while it loads (until React has come, by `src/client/page/images.ts`), and shows
 * 'Image unavailable' after an error. The size of its box is fixed, against layout shifts, and a cut leaves its focal
 * point. The site's own images come in the format and width that suit the browser. Without JavaScript it is a plain
 * image.
 */
export function Image(props: ImageProps) {
  const { src, alt, fallback, width, height, sizes = `${width}px` } = props
  const { objectFit = 'cover', isFirst = false, className } = props
  const ref = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'error'>('loaded')
  const own = parseImageUrl(src)
  const { address, focus } = splitFocus(src)
  const isShifted = objectFit === 'cover' && focus !== centre

  // The image may have loaded or failed before hydration, without an event for React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another image
  useEffect(() => {
    const image = ref.current
    if (!image) return
    if (!image.complete) setState('loading')
    else setState(image.naturalWidth > 0 ? 'loaded' : 'error')
  }, [address])

  return (
    <span
      className={classNames('relative block overflow-hidden', className)}
      style={{ aspectRatio: `${width} / ${height}`, backgroundColor: own?.colour ?? undefined }}
    >
      {state === 'error' && <span className="absolute inset-0">{fallback}</span>}
      <picture className="contents">
        {own && <source type="image/avif" srcSet={srcsetOf(own, 'avif')} sizes={sizes} />}
        <img
          ref={ref}
          data-falls=""
          data-loading={state === 'loading' ? '' : undefined}
          src={address}
          srcSet={own ? srcsetOf(own, 'webp') : undefined}
          sizes={own ? sizes : undefined}
          alt={alt}
          width={width}
          height={height}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
          style={{ objectFit, objectPosition: isShifted ? `${focus.x}% ${focus.y}%` : undefined }}
          onLoad={() => setState('loaded')}
          onError={() => setState('error')}
          className={classNames(
            'relative size-full transition-opacity duration-500 data-loading:opacity-50',
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
