import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Stands between the site and a browser whose driver can't keep requests back. Until `release` no file with a script
 * arrives. For a driver that itself needs JavaScript, where a page shall have none, it takes them out of pages.
 */
export async function startScriptProxy(siteUrl: string, { isScripted }: { isScripted: boolean }) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  const server = createServer(async (incoming, response) => {
    const { method, url = '', headers } = incoming
    asked.push(`${method} ${url}`)
    if (/^\/assets\/.+\.js$/.test(url.replace(/\?$/, ''))) await released
    const options = { method, headers: { ...headers, 'accept-encoding': 'identity' } }
    const sent = request(siteUrl + url, options, async (received) => {
      const { 'content-length': _, ...receivedHeaders } = received.headers
      response.writeHead(received.statusCode ?? 502, receivedHeaders)
      const isPage = receivedHeaders['content-type']?.startsWith('text/html')
      if (isScripted || !isPage) received.pipe(response)
      else response.end((await text(received)).replaceAll(/<script\b.*?<\/script>/gs, ''))
    })
    incoming.pipe(sent)
    sent.on('error', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    /** What the browser has asked for so far that begins so, such as `POST /api`. */
    asked: (begin: string) => asked.filter((one) => one.startsWith(begin)),
    async [Symbol.asyncDispose]() {
      release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
