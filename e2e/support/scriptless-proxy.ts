import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Stands between the browser and the site, and takes the scripts out of pages, for a browser whose driver itself needs
 * JavaScript.
 */
export async function startScriptlessProxy(siteUrl: string) {
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const options = { method, headers: { ...headers, 'accept-encoding': 'identity' } }
    const sent = request(siteUrl + url, options, async (received) => {
      const { 'content-length': _, ...receivedHeaders } = received.headers
      response.writeHead(received.statusCode ?? 502, receivedHeaders)
      if (!receivedHeaders['content-type']?.startsWith('text/html')) received.pipe(response)
      else response.end((await text(received)).replaceAll(/<script\b.*?<\/script>/gs, ''))
    })
    incoming.pipe(sent)
    sent.on('error', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
