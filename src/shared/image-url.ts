/**
 * The address of an image of this site tells all that a page must know to show it: `/images/<hash>-<width>x<height>-<colour>`,
 * the colour being the average one, or `clear` where one sees through. So it stands wherever an address stands.
 * There it answers a JPEG, for link previews; `/640.avif` and `/640.webp` below it are the image in that width.
 */
export type ImageUrl = {
  name: string
  width: number
  height: number
  /** What stands there until the image has come; null for one that is see-through. */
  colour: string | null
}

/** The widths in which an image is kept, as far as it has them. */
const ladder = [160, 320, 640, 960, 1280, 1920]

/** No image is kept wider or higher than this. */
export const imageSideMax = 1920

/** The formats in which an image is kept, the smaller one first. */
export const imageFormats = ['avif', 'webp'] as const

/** What an address tells of an image of this site; null for every other address. */
export function parseImageUrl(address: string): ImageUrl | null {
  const [, name, width, height, colour] =
    /^\/images\/(\w+-(\d{1,4})x(\d{1,4})-([0-9a-f]{6}|clear))$/.exec(address) ?? []
  if (!name) return null
  const shown = colour === 'clear' ? null : `#${colour}`
  return { name, width: Number(width), height: Number(height), colour: shown }
}

/** Its widths: the steps of the ladder that are clearly smaller, and its own. */
export const widthsOf = (width: number) => [...ladder.filter((step) => step < width * 0.9), width]

/** A `srcset` of an image of this site, in that format. */
export const srcsetOf = (address: string, width: number, format: (typeof imageFormats)[number]) =>
  widthsOf(width)
    .map((step) => `${address}/${step}.${format} ${step}w`)
    .join(', ')
