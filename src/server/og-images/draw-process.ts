import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { ogImageSize, type ShareCard } from '#layout/share-card.ts'
import { splitFocus } from '#shared/image-url.ts'
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

/** Cuts a photo to the card around its focal point, as CSS does by `object-fit` and `object-position`. */
async function cutPhoto(photo: Buffer, url: string) {
  const { focus } = splitFocus(url)
  const card = ogImageSize
  const { width, height } = await sharp(photo).metadata()
  const scale = Math.max(card.width / width, card.height / height)
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  return sharp(photo)
    .resize({ ...size, fit: 'fill' })
    .extract({
      ...card,
      left: Math.round(((size.width - card.width) * focus.x) / 100),
      top: Math.round(((size.height - card.height) * focus.y) / 100),
    })
    .flatten({ background: '#fff' })
    .toBuffer()
}

const image = await draw()
process.stdout.write(
  await (card.photo
    ? image.jpeg({ quality: 80, mozjpeg: true })
    : image.png({ compressionLevel: 9 })
  ).toBuffer(),
)
