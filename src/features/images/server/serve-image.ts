import type { Services } from '#platform/http/context.ts'
import { parseImageUrl } from '#shared/image-url.ts'

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
  if (!file) return null
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
