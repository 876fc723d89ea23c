import { centre, type Focus, type ImageUrl } from '#shared/image-url.ts'

/** How much of a picture is cut off at each edge, in percent of its width or height. */
export type Crop = { left: number; right: number; top: number; bottom: number }

export const noCrop: Crop = { left: 0, right: 0, top: 0, bottom: 0 }

/** What remains at least of the width and of the height, in percent. */
export const remainMin = 10

const limit = (value: number, max: number) => Math.min(Math.max(0, value), max)

/** How near to an edge one takes hold of it, in percent. */
const gripPercent = 5
const isNear = (one: number, other: number) => Math.abs(one - other) <= gripPercent

/**
 * The crop after a drag: of the edges or the corner that are near to where it began, of the whole from within, or of a
 * new one from outside.
 */
export function dragCrop(crop: Crop, from: Focus, to: Focus): Crop {
  const across = dragAlong([crop.left, crop.right], from.x, to.x)
  const down = dragAlong([crop.top, crop.bottom], from.y, to.y)
  if (across.grip === 'outside' || down.grip === 'outside') {
    return cropOf(drawn(from.x, to.x), drawn(from.y, to.y))
  }
  // With an edge in hand, the other direction stays as it is.
  if (across.grip === 'edge' && down.grip === 'inside') {
    return cropOf(across.insets, [crop.top, crop.bottom])
  }
  if (across.grip === 'inside' && down.grip === 'edge') {
    return cropOf([crop.left, crop.right], down.insets)
  }
  return cropOf(across.insets, down.insets)
}

type Insets = readonly [before: number, after: number]

const cropOf = ([left, right]: Insets, [top, bottom]: Insets): Crop => ({
  left,
  right,
  top,
  bottom,
})

function dragAlong([before, after]: Insets, from: number, to: number) {
  if (isNear(from, before)) {
    return { grip: 'edge', insets: [limit(to, 100 - remainMin - after), after] as Insets } as const
  }
  if (isNear(from, 100 - after)) {
    return {
      grip: 'edge',
      insets: [before, limit(100 - to, 100 - remainMin - before)] as Insets,
    } as const
  }
  if (from < before || from > 100 - after)
    return { grip: 'outside', insets: [0, 0] as Insets } as const
  const moved = limit(before + to - from, before + after)
  return { grip: 'inside', insets: [moved, before + after - moved] as Insets } as const
}

function drawn(from: number, to: number): Insets {
  const start = limit(Math.min(from, to), 100 - remainMin)
  const end = Math.max(limit(Math.max(from, to), 100), start + remainMin)
  return [start, 100 - end]
}

/** The pixels of the part that remains. */
export function partOf(
  { left, right, top, bottom }: Crop,
  size: { width: number; height: number },
) {
  const pixels = (percent: number, of: number) => Math.round((percent * of) / 100)
  return {
    x: pixels(left, size.width),
    y: pixels(top, size.height),
    width: Math.max(1, pixels(100 - left - right, size.width)),
    height: Math.max(1, pixels(100 - top - bottom, size.height)),
  }
}

/** Where the focal point of a picture is in the part that remains. */
export function focusWithin(focus: Focus, { left, right, top, bottom }: Crop): Focus {
  if (focus.x === centre.x && focus.y === centre.y) return centre
  const within = (at: number, before: number, after: number) =>
    limit(((at - before) / (100 - before - after)) * 100, 100)
  return { x: within(focus.x, left, right), y: within(focus.y, top, bottom) }
}

/** Quality of the copy that is uploaded. The server makes its sizes of that, so it must lose next to nothing. */
const quality = 0.95

/** A part of a stored image as a file of its own. @throws when the image can't be loaded */
export async function cropImage({ address, width }: ImageUrl, crop: Crop): Promise<File> {
  const image = new Image()
  image.src = `${address}/${width}.webp`
  await image.decode()
  // An image that was replaced leads to another one, in another size.
  const part = partOf(crop, { width: image.naturalWidth, height: image.naturalHeight })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: part.width, height: part.height })
  const { x, y, width: partWidth, height } = part
  canvas.getContext('2d')?.drawImage(image, x, y, partWidth, height, 0, 0, partWidth, height)
  // Browsers that don't write WebP make a PNG.
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', quality),
  )
  if (!blob) throw new Error('This browser can’t cut out pictures')
  const { type } = blob
  return new File([blob], `cut-out.${type.replace('image/', '')}`, { type })
}
