import sharp from 'sharp'
import { serveImage } from '#features/images/server/serve-image.ts'
import { ogImageSize, type ShareCard } from '#layout/share-card.ts'
import type { Services } from '#platform/http/context.ts'
import { parseImageUrl, splitFocus, widthsOf } from '#shared/image-url.ts'

/** Reads the photo of a card in the size that comes next to the card's; null if it has none, or it is gone. */
export async function readPhoto(
  services: Pick<Services, 'database' | 'storage'>,
  { photo = '' }: ShareCard,
): Promise<Buffer | null> {
  const image = parseImageUrl(photo)
  if (!image) return null
  const width = widthsOf(image.width).find((one) => one >= ogImageSize.width) ?? image.width
  const request = new Request(`http://localhost${image.address}`)
  const response = await serveImage(request, services, image.name, `${width}.webp`)
  return response?.ok ? Buffer.from(await response.arrayBuffer()) : null
}

/** Cuts a photo to the card around its focal point, as CSS does by `object-fit` and `object-position`. */
export async function cutPhoto(photo: Buffer, url: string) {
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
