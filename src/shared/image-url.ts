/**
 * The URL of an uploaded image contains all that a page needs to show it: `/images/<hash>-<width>x<height>-<colour>`,
 * with the average colour, or `clear` for a transparent image. The URL itself serves a JPEG, for link previews;
 * `/640.avif` and `/640.webp` below it are the image in that width.
 */
export type ImageUrl = {
  name: string
  width: number
  height: number
  /** The background while the image loads; null for a transparent one. */
  colour: string | null
}

/** The widths in which images are stored, up to their own. */
const standardWidths = [160, 320, 640, 960, 1280, 1920]

/** The maximum width and height of stored images. */
export const imageSideMax = 1920

/** The formats in which images are stored, the smaller one first. */
export const imageFormats = ['avif', 'webp'] as const

/** Parses the URL of an uploaded image; null for any other URL. */
export function parseImageUrl(url: string): ImageUrl | null {
  const [, name, width, height, colour] =
    /^\/images\/(\w+-(\d{1,4})x(\d{1,4})-([0-9a-f]{6}|clear))$/.exec(url) ?? []
  if (!name) return null
  const background = colour === 'clear' ? null : `#${colour}`
  return { name, width: Number(width), height: Number(height), colour: background }
}

/** The stored widths of an image: the standard ones that are clearly smaller, and its own. */
export const widthsOf = (width: number) => [
  ...standardWidths.filter((step) => step < width * 0.9),
  width,
]

/** The `srcset` of an uploaded image in one format. */
export const srcsetOf = (url: string, width: number, format: (typeof imageFormats)[number]) =>
  widthsOf(width)
    .map((step) => `${url}/${step}.${format} ${step}w`)
    .join(', ')
