import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import type { ShareCard } from '#layout/share-card.ts'
import { drawCard } from './drawing.ts'

// A program of its own, run by picture-shelf.ts: reads a card from its input, writes its picture to its output, and
// ends. What drawing takes of memory goes with it, and its time belongs to visitors first.
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)

const card = (await json(process.stdin)) as ShareCard
const picture = await sharp(Buffer.from(drawCard(card)))
  .removeAlpha()
  .png({ compressionLevel: 9 })
  .toBuffer()
process.stdout.write(picture)
