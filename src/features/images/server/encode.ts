import { writeFile } from 'node:fs/promises'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { imageSideMax, widthsOf } from '#shared/image-url.ts'
import type { SourceFormat } from './image-content.ts'

/** An encoded image with the paths of its files. Variants are `640.avif` and so on, and `preview.jpg`. */
export type EncodedImage = {
  width: number
  height: number
  /** The average colour as six hexadecimal digits, or `clear` for a transparent image. */
  colour: string
  files: { variant: string; type: string; path: string }[]
}

/** Enough for any camera, and decoded in seconds on a small server. */
const pixelsMax = 50_000_000
const sideMin = 32
/** The width of the JPEG, for link previews. */
const jpegWidth = 1200

// Only these decoders are enabled, whatever type a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(
    (format) => `VipsForeignLoad${format}File`,
  ),
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Encodes an image in the sizes and formats that pages show: upright, in sRGB, and without metadata, such as the GPS
 * position.
 * @param prefix the start of the paths of the written files
 * @returns the files, or an error message for the user
 */
export async function encodeImage(
  path: string,
  format: SourceFormat,
  prefix: string,
): Promise<EncodedImage | { problem: string }> {
  const problem = await validateHeader(path, format)
  if (problem) return { problem }
  let base: { data: Buffer; info: OutputInfo }
  try {
    base = await sharp(path, { limitInputPixels: pixelsMax, failOn: 'error' })
      .autoOrient()
      .resize({
        width: imageSideMax,
        height: imageSideMax,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch {
    return { problem: damaged }
  }
  return write(base, prefix)
}

const damaged = 'This picture is damaged or not complete. Please save it again, or choose another'

/** Validates the file's header before anything is decoded. @returns an error message or null */
async function validateHeader(path: string, format: SourceFormat) {
  try {
    const head = await sharp(path, { limitInputPixels: false }).metadata()
    const found = head.format === 'heif' ? (head.compression === 'av1' ? 'avif' : '') : head.format
    if (found !== format) return damaged
    if (head.width * head.height > pixelsMax) {
      return 'This picture has more than 50 megapixels. Please make it smaller'
    }
    if (Math.min(head.width, head.height) < sideMin) {
      return `A picture must be at least ${sideMin} pixels wide and high`
    }
    return null
  } catch {
    return damaged
  }
}

async function write(
  { data, info }: { data: Buffer; info: OutputInfo },
  prefix: string,
): Promise<EncodedImage> {
  const { width, height } = info
  const raw = { width, height, channels: info.channels as 3 | 4 }
  const { channels, isOpaque } = await sharp(data, { raw }).stats()
  const colour = channels.slice(0, 3).map(({ mean }) => Math.round(mean).toString(16))
  const files: EncodedImage['files'] = []
  const save = async (variant: string, type: string, image: Sharp) => {
    const file = `${prefix}-${variant}`
    await writeFile(file, await image.toBuffer(), { flag: 'wx', mode: 0o600 })
    files.push({ variant, type, path: file })
  }
  const inWidth = (step: number) => {
    const image = sharp(data, { raw }).resize({ width: step, withoutEnlargement: true })
    return isOpaque ? image.removeAlpha() : image
  }
  for (const step of widthsOf(width)) {
    const image = inWidth(step)
    await save(`${step}.avif`, 'image/avif', image.clone().avif({ quality: 54, effort: 3 }))
    await save(
      `${step}.webp`,
      'image/webp',
      image.webp({ quality: 76, alphaQuality: 90, smartSubsample: true }),
    )
  }
  const flat = inWidth(jpegWidth).flatten({ background: '#fff' })
  await save('preview.jpg', 'image/jpeg', flat.jpeg({ quality: 80, progressive: true }))
  return {
    width,
    height,
    files,
    colour: isOpaque ? colour.map((part) => part.padStart(2, '0')).join('') : 'clear',
  }
}
