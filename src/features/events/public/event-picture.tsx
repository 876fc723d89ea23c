import { classNames } from '#ui/class-names.ts'
import { Image } from '#ui/image.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import type { Event } from '../contract.ts'

type EventPictureProps = {
  event: Pick<Event, 'id' | 'image' | 'image_alt' | 'is_past' | 'is_cancelled'>
  /** The `sizes` attribute, from which browsers choose the file. */
  sizes: string
  className: string
}

/** The event's picture, or a generated Imigongo pattern if it has none. */
export function EventPicture({ event, sizes, className }: EventPictureProps) {
  const { id, image, image_alt, is_past, is_cancelled } = event
  const pattern = <Imigongo seed={`event-${id}`} bands={3} unitPx={2.6} />
  return (
    <div
      className={classNames(
        className,
        (is_past || is_cancelled) && 'opacity-60 [filter:grayscale(1)]',
      )}
    >
      {image ? (
        <Image
          src={image}
          alt={image_alt}
          width={640}
          height={288}
          sizes={sizes}
          fallback={pattern}
          className="size-full"
        />
      ) : (
        pattern
      )}
    </div>
  )
}
