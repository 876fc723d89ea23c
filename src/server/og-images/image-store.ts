import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShareCard } from '#layout/share-card.ts'

/** Some 30 MB. What is taken from the shelf is drawn again when it is asked for. */
const picturesMax = 400
const waitingMax = 40
const drawingTimeoutMs = 30_000
const pictureBytesMax = 4 * 1024 * 1024

/** Too many pictures are being asked for that have not been drawn yet. */
export class ImageStoreBusy extends Error {}

/** Keeps the pictures that have been drawn in a folder, and draws those that haven't, one at a time. */
export function openImageStore(folder: string) {
  const drawing = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  async function draw(name: string, card: ShareCard) {
    const picture = await runDrawing(card)
    await mkdir(folder, { recursive: true })
    // Under another name until it is whole, as nobody shall read a part of it.
    const unfinished = join(folder, `${name}.${process.pid}`)
    await writeFile(unfinished, picture)
    await rename(unfinished, join(folder, name))
    await removeOldest(folder)
    return picture
  }

  return {
    /**
     * A card's picture as PNG.
     * @param name of the file, which no other card has
     * @throws ShelfIsBusy when too many others wait
     */
    async pictureOf(card: ShareCard, name: string): Promise<Buffer> {
      const kept = await readFile(join(folder, name)).catch(() => null)
      if (kept && isWhole(kept)) return kept
      const underWay = drawing.get(name)
      if (underWay) return underWay
      if (drawing.size >= waitingMax) throw new ImageStoreBusy()
      const drawn = last.then(() => draw(name, card)).finally(() => drawing.delete(name))
      drawing.set(name, drawn)
      last = drawn.catch(() => {})
      return drawn
    },
  }
}

const program = join(import.meta.dirname, 'draw-process.ts')

const options = {
  encoding: 'buffer',
  // It is given nothing of the environment: there are secrets in that.
  env: {},
  timeout: drawingTimeoutMs,
  killSignal: 'SIGKILL',
  maxBuffer: pictureBytesMax,
} as const

function runDrawing(card: ShareCard): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [program], options, (error, picture) =>
      error ? reject(error) : resolve(picture),
    )
    // A program that ended before it had read all has told of it in its own way.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(card))
  })
}

/** A file that the machine lost power over may have an end that was never written. */
const isWhole = (png: Buffer) => png.subarray(-8, -4).toString('latin1') === 'IEND'

async function removeOldest(folder: string) {
  const names = await readdir(folder)
  if (names.length <= picturesMax) return
  const files = await Promise.all(
    names.map(async (name) => {
      // Another process may just have taken it.
      const found = await stat(join(folder, name)).catch(() => null)
      return { name, at: found?.mtimeMs ?? 0 }
    }),
  )
  const oldest = files.toSorted((one, other) => one.at - other.at)
  for (const { name } of oldest.slice(0, names.length - picturesMax)) {
    await rm(join(folder, name), { force: true })
  }
}
