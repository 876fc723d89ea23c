import { join } from 'node:path'
import type { Hono } from 'hono'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { serveImage } from '#features/images/server/serve-image.ts'
import { articleCard, eventCard } from '#layout/content-cards.ts'
import {
  ogImagePath,
  ogImageSize,
  ogImageType,
  pageCards,
  type ShareCard,
} from '#layout/share-card.ts'
import { createCachedResponse, toResponse } from '#platform/cache/cached-response.ts'
import type { Services } from '#platform/http/context.ts'
import { parseImageUrl, widthsOf } from '#shared/image-url.ts'
import type { AppEnvironment } from '../environment.ts'
import { createPageApiClient } from '../pages/api-client.ts'
import { ImageStoreBusy, openImageStore } from './image-store.ts'

type OgServices = Pick<Services, 'config' | 'database' | 'storage'>

const urlPattern = /^\/share(\/[\w/-]{1,220})-[0-9a-z]{13}\.(?:png|jpg)$/

/** The URL contains a hash of what the image shows, so the image at a URL never changes. */
const immutable = 'public, max-age=31536000, immutable'

/**
 * Serves the Open Graph images of pages. Only content that visitors may read has one, and its text comes from that
 * content, never from the URL. The URL of an outdated image redirects to the current one.
 */
export function serveOgImages(app: Hono<AppEnvironment>, services: OgServices) {
  const imageStore = openImageStore(join(services.config.dataDir, 'share'), (card) =>
    readPhoto(services, card),
  )
  app.get('/share/*', async (c) => {
    const context = c.get('context')
    const [, path] = urlPattern.exec(c.req.path) ?? []
    const card = path
      ? await findCard(path === '/home' ? '/' : path, createPageApiClient(context))
      : null
    if (!card) return c.text('There is no such picture.', 404)
    const current = ogImagePath(card)
    if (current !== c.req.path) {
      return c.body(null, 302, { location: current, 'cache-control': 'public, max-age=300' })
    }
    try {
      const image = await imageStore.pictureOf(card, current.slice(-17))
      const headers = { 'content-type': ogImageType(card), 'cache-control': immutable }
      return toResponse(c.req.raw, await createCachedResponse(200, headers, image))
    } catch (error) {
      if (!(error instanceof ImageStoreBusy)) throw error
      return c.text('Please try again in a minute.', 503, { 'retry-after': '60' })
    }
  })
}

/** Finds the card of a public page, or null. */
async function findCard(path: string, api: ApiClient): Promise<ShareCard | null> {
  const page = pageCards.find((card) => card.path === path)
  if (page) return page
  const [, folder, name = ''] = /^\/(insights|events)\/([\w-]+)$/.exec(path) ?? []
  try {
    if (folder === 'insights') return articleCard(await api.news.bySlug({ slug: name }))
    if (folder === 'events') return eventCard(await api.events.get({ id: Number(name) }))
    return null
  } catch (error) {
    const { status } = parseApiError(error)
    if (status === null || status >= 500) throw error
    return null
  }
}

/** Reads the photo of a card in the size that comes next to the card's; null if it has none, or it is gone. */
async function readPhoto(services: OgServices, { photo = '' }: ShareCard): Promise<Buffer | null> {
  const image = parseImageUrl(photo)
  if (!image) return null
  const width = widthsOf(image.width).find((one) => one >= ogImageSize.width) ?? image.width
  const request = new Request(`http://localhost${image.address}`)
  const response = await serveImage(request, services, image.name, `${width}.webp`)
  return response?.ok ? Buffer.from(await response.arrayBuffer()) : null
}
