import type { Database } from '#database/open.ts'
import type { Services } from '#platform/http/context.ts'
import { parseImageUrl, widthsOf } from '#shared/image-url.ts'

/**
 * Serves an image in one of its variants. The content of a URL never changes.
 * @param variant such as `640.avif`; by default the JPEG
 * @returns null if there is no such image
 */
export async function serveImage(
  request: Request,
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  name: string,
  variant = 'preview.jpg',
): Promise<Response | null> {
  // Validated first: PostgreSQL refuses some texts in a query.
  if (!parseImageUrl(`/images/${name}`) || !/^[\w.]+$/.test(variant)) return null
  const file = await database
    .selectFrom('images')
    .innerJoin('image_files', 'image_files.image_id', 'images.id')
    .innerJoin('files', 'files.id', 'image_files.file_id')
    .select(['files.key', 'files.type', 'files.size_bytes', 'files.sha256'])
    .where('images.name', '=', name)
    .where('image_files.variant', '=', variant)
    .executeTakeFirst()
  if (!file) return redirectToSuccessor(database, name, variant)
  const etag = `"${file.sha256.slice(0, 32)}"`
  const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable' }
  if (request.headers.get('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  const body = request.method === 'HEAD' ? null : await storage.read(file.key)
  return new Response(body, {
    headers: { ...headers, 'content-type': file.type, 'content-length': String(file.size_bytes) },
  })
}

/** Leads from an image that was replaced, and is gone, to the one in its place, in the width that comes next. */
async function redirectToSuccessor(database: Database, name: string, variant: string) {
  const successor = await database
    .selectFrom('image_redirects')
    .innerJoin('images', 'images.id', 'image_redirects.image_id')
    .select('images.name')
    .where('image_redirects.name', '=', name)
    .executeTakeFirst()
  const url = `/images/${successor?.name}`
  const image = parseImageUrl(url)
  if (!image) return null
  const [, wanted, format] = /^(\d+)\.(avif|webp)$/.exec(variant) ?? []
  const widths = widthsOf(image.width)
  const width = widths.find((one) => one >= Number(wanted)) ?? image.width
  const location = format ? `${url}/${width}.${format}` : url
  return new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'public, max-age=3600' },
  })
}
