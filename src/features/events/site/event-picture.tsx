import { classNames } from '#ui/class-names.ts'
import { Imigongo } from '#ui/imigongo.tsx'
import type { Event } from '../contract.ts'

type EventPictureProps = { event: Pick<Event, 'id' | 'image' | 'is_past'>; className: string }

/** The picture of the event; where it has none of this site, the Imigongo of its number. */
export function EventPicture({ event: { id, image, is_past }, className }: EventPictureProps) {
  return (
    <div className={classNames(className, is_past && 'opacity-60 grayscale')}>
      {image.startsWith('/') ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          width={640}
          height={288}
          className="size-full object-cover"
        />
      ) : (
        <Imigongo seed={`event-${id}`} bands={3} unitPx={2.6} />
      )}
    </div>
  )
}
