import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** An image with a red left and a blue right half, to detect rotation. */
export function redAndBlue(width: number, height: number) {
  const halves = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="50%" height="100%" fill="#c00"/><rect x="50%" width="50%" height="100%" fill="#00c"/></svg>`
  return sharp(Buffer.from(halves)).removeAlpha()
}

/** A JPEG as phones save it: rotated through EXIF, with a GPS position. */
export const fromTelephone = () =>
  redAndBlue(600, 400)
    .withExif({
      IFD0: { Make: 'Kigali Cameras', Copyright: 'A visible secret' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 56/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A GIF of two frames, the first one red. */
export async function animated() {
  const frames = await Promise.all(
    ['#c00', '#00c'].map((background) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** A PNG header that declares this size, with almost no data. */
export async function bomb(width: number, height: number) {
  const png = await redAndBlue(32, 32).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
