import sharp from 'sharp'
import { ogImageSize } from '#layout/share-card.ts'
import { splitFocus } from '#shared/image-url.ts'

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
