import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Stands between the browser and the site, and breaks connections as a bad network does. What it was told to break
 * it keeps breaking until `heal`, since browsers try some requests again by themselves.
 */
export async function startCuttingProxy(siteUrl: string) {
  const { hostname, port } = new URL(siteUrl)
  const sockets = new Set<Socket>()
  const cutters = new Set<() => void>()
  const asked = new Set<string>()
  let uploadBytesMax = Number.POSITIVE_INFINITY
  let cutsAnswers = false
  let holdsAnswers = false

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    const cutWithoutSite = () => {
      if (upstream.destroyed) cut()
    }
    cutters.add(cutWithoutSite)
    client.on('close', () => cutters.delete(cutWithoutSite))
    let uploadedBytes = 0
    client.on('data', (chunk: Buffer) => {
      uploadedBytes += chunk.length
      const [, path] = /^GET (\S+) HTTP/.exec(chunk.toString('latin1')) ?? []
      if (path) asked.add(path)
      if (uploadedBytes > uploadBytesMax) cut()
      else upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (cutsAnswers) cut()
      else if (!holdsAnswers) client.write(chunk)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        // The site ends a connection that it has answered on; who waits for that answer waits on.
        if (socket === client || !holdsAnswers) cut()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Whether the browser has asked for that so far, answered or not. */
    wasAskedFor: (path: string) => asked.has(path),
    /** Every connection breaks once the browser has sent so many bytes over it. */
    cutUploadsAfter(bytes: number) {
      uploadBytesMax = bytes
    },
    /** What the browser sends arrives, and the connection breaks when the site answers. */
    cutAnswers() {
      cutsAnswers = true
    },
    /** What the browser sends arrives, and it waits for an answer that does not come. */
    holdAnswers() {
      holdsAnswers = true
    },
    heal() {
      uploadBytesMax = Number.POSITIVE_INFINITY
      cutsAnswers = false
      holdsAnswers = false
      // The browser would use these again, and nobody is at the other end any more.
      for (const cutWithoutSite of cutters) cutWithoutSite()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
