import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShareCard } from '#layout/share-card.ts'
import { inSlot } from '#platform/background/machine-slots.ts'

/** About 30 MB. A removed image is drawn again when it is requested. */
const imagesMax = 400
const waitingMax = 40
const drawingTimeoutMs = 30_000
const imageBytesMax = 4 * 1024 * 1024

/** Thrown when too many images are waiting to be drawn. */
export class ImageStoreBusy extends Error {}

/** Opens a folder of drawn images, some with photos. Missing ones are drawn on request, one at a time on a
 * machine. */
export function openImageStore(
  folder: string,
  readPhoto: (card: ShareCard) => Promise<Buffer | null>,
) {
  const drawing = new Map<string, Promise<Buffer>>()

  async function findStored(name: string) {
    const stored = await readFile(join(folder, name)).catch(() => null)
    return stored && isWhole(stored) ? stored : null
  }

  async function draw(name: string, card: ShareCard) {
    // Another process may have drawn it meanwhile.
    const stored = await findStored(name)
    if (stored) return stored
    const image = await runDrawing(card, await readPhoto(card))
    await mkdir(folder, { recursive: true })
    // Written under another name and renamed, so that no partial file is ever read.
    const unfinished = join(folder, `${name}.${process.pid}`)
    await writeFile(unfinished, image)
    await rename(unfinished, join(folder, name))
    await removeOldest(folder)
    return image
  }

  return {
    /**
     * Returns a card's image, as the type that its name says.
     * @param name the file's name, unique to the card
     * @throws ImageStoreBusy when too many others wait
     */
    async pictureOf(card: ShareCard, name: string): Promise<Buffer> {
      const stored = await findStored(name)
      if (stored) return stored
      const underWay = drawing.get(name)
      if (underWay) return underWay
      const full = () => new ImageStoreBusy()
      const drawn = inSlot('drawing', { max: 1, waitingMax, full }, () => draw(name, card)).finally(
        () => drawing.delete(name),
      )
      drawing.set(name, drawn)
      return drawn
    },
  }
}

const script = join(import.meta.dirname, 'draw-process.ts')

const options = {
  encoding: 'buffer',
  // Empty, because the environment contains secrets.
  env: {},
  timeout: drawingTimeoutMs,
  killSignal: 'SIGKILL',
  maxBuffer: imageBytesMax,
} as const

function runDrawing(card: ShareCard, photo: Buffer | null): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [script], options, (error, image) =>
      error ? reject(error) : resolve(image),
    )
    // The child ended before it read everything; its exit code is handled above.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify({ card, photo: photo?.toString('base64') }))
  })
}

/** After a power cut a file may lack its end. */
const isWhole = (image: Buffer) =>
  image.subarray(-8, -4).toString('latin1') === 'IEND' ||
  image.subarray(-2).toString('hex') === 'ffd9'

async function removeOldest(folder: string) {
  const names = await readdir(folder)
  if (names.length <= imagesMax) return
  const files = await Promise.all(
    names.map(async (name) => {
      // Another process may have removed it.
      const found = await stat(join(folder, name)).catch(() => null)
      return { name, at: found?.mtimeMs ?? 0 }
    }),
  )
  const oldest = files.toSorted((one, other) => one.at - other.at)
  for (const { name } of oldest.slice(0, names.length - imagesMax)) {
    await rm(join(folder, name), { force: true })
  }
}
