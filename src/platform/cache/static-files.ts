import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { type CachedResponse, compressBest, createCachedResponse } from './cached-response.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built files into memory, by URL path, with the compressed copies that the build made. Other types, such as
 * videos, are served from disk: they need range requests.
 */
export async function loadStaticFiles(folder: string): Promise<Map<string, CachedResponse>> {
  const files = new Map<string, CachedResponse>()
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)]
    if (!type || name.startsWith('.')) continue
    const path = join(folder, name)
    const [plain, br, gzip] = await Promise.all([
      readFile(path),
      readFile(`${path}.br`).catch(() => undefined),
      readFile(`${path}.gz`).catch(() => undefined),
    ])
    const urlPath = `/${name.split(sep).join('/')}`
    // File names under /assets/ contain a hash of the content, so they never change.
    const cacheControl = urlPath.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const headers = { 'content-type': type, 'cache-control': cacheControl }
    const response = await createCachedResponse(200, headers, plain, {
      ...(br && { br }),
      ...(gzip && { gzip }),
    })
    // The build writes some files after the compression step, so those have no compressed copy.
    await compressBest(response)
    files.set(urlPath, response)
  }
  return files
}
