import { serveImage } from '#features/images/server/serve-image.ts'
import { ogImageSize, type ShareCard } from '#layout/share-card.ts'
import type { Services } from '#platform/http/context.ts'
import { parseImageUrl, widthsOf } from '#shared/image-url.ts'

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
