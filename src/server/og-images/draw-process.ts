import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import type { ShareCard } from '#layout/share-card.ts'
import { drawCard } from './drawing.ts'

// Run by image-store.ts as a separate process: reads a card from stdin and writes its PNG to stdout. A process, so that
// the memory of drawing is freed; with low priority, so that visitors' requests go first.
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)

const card = (await json(process.stdin)) as ShareCard
const picture = await sharp(Buffer.from(drawCard(card)))
  .removeAlpha()
  .png({ compressionLevel: 9 })
  .toBuffer()
process.stdout.write(picture)
