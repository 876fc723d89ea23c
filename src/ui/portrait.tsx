import { parseImageUrl } from '#shared/image-url.ts'
import { AvatarPicture } from './avatar-picture.tsx'
import { classNames } from './class-names.ts'
import { Image } from './image.tsx'
import { Imigongo, ImigongoEdge } from './ornament/imigongo.tsx'

type PortraitProps = {
  name: string
  /** The URL of the picture; empty for none. */
  picture: string
  /** The seed of the Imigongo. */
  seed: string
  /** A card fills the width of its container, a mark and the smaller line stand beside a name. */
  size: 'card' | 'mark' | 'line'
  /** See `Image`. */
  sizes?: string
}

const looks = {
  card: { width: 400, height: 320, unitPx: 2.8, ring: 'ring-4', letters: 'text-3xl' },
  mark: { width: 80, height: 80, unitPx: 1.1, ring: 'ring-2', letters: 'text-lg' },
  line: { width: 48, height: 48, unitPx: 0.7, ring: 'ring-1', letters: 'text-xs' },
}

/**
 * A person's picture, or their initials, with their Imigongo: behind a picture with a transparent background, or as an
 * edge below any other picture. Hidden from screen readers, because the person's name stands next to it.
 */
export function Portrait({ name, picture, seed, size, sizes }: PortraitProps) {
  const { width, height, ...look } = looks[size]
  const ground = (
    <Imigongo
      seed={seed}
      bands={size === 'card' ? 3 : 1}
      unitPx={look.unitPx}
      className="absolute inset-0 size-full"
    />
  )
  const initials = (
    <>
      {ground}
      <span className="absolute inset-0 grid place-items-center">
        <span
          className={classNames(
            'grid aspect-square place-items-center rounded-full bg-paper font-extrabold text-ink ring-ink',
            size === 'card' ? 'h-1/3' : 'h-2/3',
            look.ring,
            look.letters,
          )}
        >
          {initialsOf(name)}
        </span>
      </span>
      <AvatarPicture name={name} />
    </>
  )
  const isCutOut = parseImageUrl(picture)?.colour === null
  const hasEdge = picture !== '' && !isCutOut && size === 'card'
  return (
    <span
      aria-hidden="true"
      className="relative block overflow-hidden"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {isCutOut && (
        <>
          {ground}
          <span
            className={classNames(
              'absolute inset-x-0 -bottom-[14%] mx-auto aspect-square h-[104%] rounded-full bg-paper ring-ink',
              look.ring,
            )}
          />
        </>
      )}
      {picture ? (
        <span className={classNames('absolute inset-x-0 top-0', hasEdge ? 'bottom-5' : 'bottom-0')}>
          <Image
            src={picture}
            alt=""
            width={width}
            height={height}
            sizes={sizes}
            objectFit={isCutOut ? 'contain' : 'cover'}
            fallback={initials}
            className="size-full"
          />
        </span>
      ) : (
        initials
      )}
      {hasEdge && (
        <ImigongoEdge seed={seed} heightPx={20} className="absolute inset-x-0 bottom-0" />
      )}
    </span>
  )
}

type PersonMarkProps = { full_name: string; profile_picture: string; className: string }

/** A thumbnail of a person in a list. @param className with the width */
export const PersonMark = ({ full_name, profile_picture, className }: PersonMarkProps) => (
  <span className={classNames('shrink-0 overflow-hidden rounded-sm', className)}>
    <Portrait name={full_name} picture={profile_picture} seed={full_name} size="line" />
  </span>
)

/** The first letters of the first and the last name. */
export const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
