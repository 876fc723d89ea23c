import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// Draws the icons for browsers and phones from the logo's mark: `node tools/artwork/icons.ts`. Commit the resulting
// files. If possible, a unit of the mark is a whole number of pixels, so that small icons are crisp.

const folder = join(import.meta.dirname, '../../public')
const accent = '#ab3d1a'
const paper = '#fcfaf5'

type Icon = {
  size: number
  /** The mark is 8 units wide and high, measured at the centre of its line. */
  unit: number
  line: number
  /** The corner radius; 0 for systems that mask icons. */
  corner: number
}

function draw({ size, unit, line, corner }: Icon) {
  // A line of odd width is crisp if its centre is on half a pixel.
  const start = Math.floor((size - 8 * unit) / 2) + ((line / 2) % 1)
  const end = Math.round(start + 7.5 * unit)
  const beginning = Math.round(start + 0.5 * unit)
  const at = (units: number) => start + units * unit
  const mark = `M${at(0)} ${end}V${at(0)}H${at(6)}V${at(4)}H${at(2)}V${at(8)}H${at(8)}V${beginning}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><title>Logo</title><rect width="${size}" height="${size}" rx="${corner}" fill="${accent}"/><path d="${mark}" fill="none" stroke="${paper}" stroke-width="${line}"/></svg>\n`
}

const small = [
  { size: 16, unit: 1.5, line: 2, corner: 3 },
  { size: 32, unit: 2.5, line: 3, corner: 7 },
  { size: 48, unit: 4, line: 5, corner: 10 },
] as const
const large: Record<string, Icon> = {
  'apple-touch-icon.png': { size: 180, unit: 12, line: 15, corner: 0 },
  'icons/icon-192.png': { size: 192, unit: 14, line: 17, corner: 42 },
  'icons/icon-512.png': { size: 512, unit: 38, line: 46, corner: 112 },
  'icons/maskable-512.png': { size: 512, unit: 30, line: 36, corner: 0 },
}

const png = (icon: Icon) =>
  sharp(Buffer.from(draw(icon)), { density: 72 })
    .resize(icon.size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** An .ico file: a directory of the images, then the images as PNG. */
function icoOf(pictures: { size: number; bytes: Buffer }[]) {
  const entryBytes = 16
  const head = Buffer.alloc(6 + pictures.length * entryBytes)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, bytes }] of pictures.entries()) {
    const entry = 6 + index * entryBytes
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

await mkdir(join(folder, 'icons'), { recursive: true })
await writeFile(join(folder, 'favicon.svg'), draw(small[1]))
const pictures = small.map(async (icon) => ({ size: icon.size, bytes: await png(icon) }))
await writeFile(join(folder, 'favicon.ico'), icoOf(await Promise.all(pictures)))
for (const [name, icon] of Object.entries(large)) {
  await writeFile(join(folder, name), await png(icon))
}
