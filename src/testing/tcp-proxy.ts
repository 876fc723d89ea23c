import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** `cut` breaks all connections and takes no further ones; `silent` keeps and takes them, and passes nothing on. */
type Mode = 'pass' | 'cut' | 'silent'

/**
 * Starts a TCP proxy in front of the server of a URL, which a test breaks and mends.
 * @param replyTo what is said in the server's place to what a client has sent; that is passed on without
 */
export async function startTcpProxy(
  url: string,
  { replyTo = () => undefined }: { replyTo?: (sent: string) => string | undefined } = {},
) {
  const { hostname: host, port: targetPort } = new URL(url)
  const target = { host, port: Number(targetPort) }
  let mode: Mode = 'pass'
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    if (mode === 'cut') return client.resetAndDestroy()
    const upstream = createConnection(target)
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (chunk) => {
        // What is lost on a silent line never arrives, also when others get through again.
        if (mode === 'silent') return
        const reply = from === client ? replyTo(chunk.toString()) : undefined
        if (reply === undefined) to.write(chunk)
        else client.write(reply)
      })
      from.on('error', () => {})
      from.on('end', () => to.end())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    set(next: Mode) {
      mode = next
      if (next === 'cut') for (const [client] of pairs) client.resetAndDestroy()
    },
    /** The URL of the server, through the proxy. */
    through(url: string) {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    async [Symbol.asyncDispose]() {
      for (const [client] of pairs) client.destroy()
      await once(server.close(), 'close')
    },
  }
}
