import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import type { ShareCard } from '#layout/share-card.ts'
import { cutPhoto } from './cut-photo.ts'
import { drawCard, drawEdge } from './drawing.ts'

// Run by image-store.ts as a separate process: reads a card and its photo from stdin and writes the image to stdout. A
// process, so that the memory of drawing is freed; with low priority, so that visitors' requests go first.
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)

const { card, photo } = (await json(process.stdin)) as { card: ShareCard; photo?: string }

/** The photo above the strip that pages have below their header, or all of the card drawn. */
async function draw() {
  if (!card.photo || !photo) return sharp(Buffer.from(drawCard(card))).removeAlpha()
  const cut = await cutPhoto(Buffer.from(photo, 'base64'), card.photo)
  return sharp(cut).composite([{ input: Buffer.from(drawEdge(card)) }])
}

const image = await draw()
process.stdout.write(
  await (card.photo
    ? image.jpeg({ quality: 80, mozjpeg: true })
    : image.png({ compressionLevel: 9 })
  ).toBuffer(),
)
