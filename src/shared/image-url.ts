/**
 * The URL of an uploaded image contains all that a page needs to show it: `/images/<hash>-<width>x<height>-<colour>`,
 * with the average colour, or `clear` for a transparent image. The URL itself serves a JPEG, for link previews;
 * `/640.avif` and `/640.webp` below it are the image in that width. The fragment `#focus=30,60` names its focal point.
 */
export type ImageUrl = {
  name: string
  /** The URL without the focal point. */
  address: string
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
  const { address } = splitFocus(url)
  const [, name, width, height, colour] =
    /^\/images\/(\w+-(\d{1,4})x(\d{1,4})-([0-9a-f]{6}|clear))$/.exec(address) ?? []
  if (!name) return null
  const background = colour === 'clear' ? null : `#${colour}`
  return { name, address, width: Number(width), height: Number(height), colour: background }
}

/** The point of an image that stays visible wherever it is cut, in percent from the left and from the top. */
export type Focus = { x: number; y: number }

/** Without another focal point, images are cut around their centre. */
export const centre: Focus = { x: 50, y: 50 }

/** Splits the URL of any image into that of the file and its focal point. What is no focal point stays in the URL. */
export function splitFocus(url: string): { address: string; focus: Focus } {
  const [fragment, x, y] = /#focus=(100|\d\d?),(100|\d\d?)$/.exec(url) ?? []
  if (!fragment) return { address: url, focus: centre }
  return { address: url.slice(0, -fragment.length), focus: { x: Number(x), y: Number(y) } }
}

/** Whether it is the path of an image on this site, with a focal point or without. */
export const isImagePath = (url: string) => /^\/[\w.-][\w./-]*$/.test(splitFocus(url).address)

/** The URL of a picture as other sites need it. @param siteUrl of this site, for a path here */
export const absoluteUrl = (url: string, siteUrl: string) =>
  url.startsWith('/') ? siteUrl + url : url

/** The URL with another focal point. The centre needs none, so that each point has one URL. */
export function withFocus(url: string, { x, y }: Focus) {
  const [left, top] = [x, y].map((percent) => Math.round(Math.min(100, Math.max(0, percent))))
  const { address } = splitFocus(url)
  return left === centre.x && top === centre.y ? address : `${address}#focus=${left},${top}`
}

/** The stored widths of an image: the standard ones that are clearly smaller, and its own. */
export const widthsOf = (width: number) => [
  ...standardWidths.filter((step) => step < width * 0.9),
  width,
]

/** The `srcset` of an uploaded image in one format. */
export const srcsetOf = (
  { address, width }: Pick<ImageUrl, 'address' | 'width'>,
  format: (typeof imageFormats)[number],
) =>
  widthsOf(width)
    .map((step) => `${address}/${step}.${format} ${step}w`)
    .join(', ')
