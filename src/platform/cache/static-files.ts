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
 * Reads the files that the site is built of into memory, by the path of their address: some hundreds, with the
 * compressed copies that the build has made. Other types, such as films, are left to who can send parts of them.
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
    const address = `/${name.split(sep).join('/')}`
    // Names under /assets/ carry a hash of their content, so that they last for ever.
    const cacheControl = address.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const headers = { 'content-type': type, 'cache-control': cacheControl }
    const answer = await createCachedResponse(200, headers, plain, {
      ...(br && { br }),
      ...(gzip && { gzip }),
    })
    // The build writes a last file or two when its copies are made already.
    await compressBest(answer)
    files.set(address, answer)
  }
  return files
}
