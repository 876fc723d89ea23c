import { open } from 'node:fs/promises'

/** The accepted formats, by the decoder's names. */
export type SourceFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const acceptedFormats = 'Please choose a JPEG, PNG, WebP, AVIF or GIF'

/**
 * Determines an image's format from its content; its name and claimed type prove nothing.
 * @returns its format, or an error message for the user
 */
export async function inspectImage(
  path: string,
): Promise<{ format: SourceFormat } | { problem: string }> {
  const head = await readHead(path)
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return { format: 'jpeg' }
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return { format: 'png' }
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return { format: 'gif' }
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return { format: 'webp' }
  if (text.slice(4, 8) === 'ftyp') {
    const brands = text.slice(8, Math.min(head.readUInt32BE(0), 64))
    if (/avi[fs]/.test(brands)) return { format: 'avif' }
    if (/hei|hev|mif1/.test(brands)) {
      return { problem: `HEIC pictures can't be read here. ${acceptedFormats}` }
    }
  }
  if (/<svg[\s>]/i.test(head.toString('utf8'))) {
    return {
      problem: `Drawings in SVG are not taken, as they can carry programs. ${acceptedFormats}`,
    }
  }
  return { problem: `This is not a picture that can be used. ${acceptedFormats}` }
}

/** Enough to find the first element of an SVG after its prologue. */
const headBytes = 4096

async function readHead(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
