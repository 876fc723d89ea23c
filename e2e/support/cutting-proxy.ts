import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy between the browser and the site that breaks connections like a bad network. It goes on until `heal`, since
 * browsers retry some requests by themselves.
 */
export async function startCuttingProxy(siteUrl: string) {
  const { hostname, port } = new URL(siteUrl)
  const sockets = new Set<Socket>()
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
        // The site closes a connection after its response; while responses are held, the browser keeps waiting.
        if (socket === client || !holdsAnswers) cut()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Whether the browser has asked for that so far, answered or not. */
    wasAskedFor: (path: string) => asked.has(path),
    /** Breaks every connection after the browser has sent so many bytes. */
    cutUploadsAfter(bytes: number) 
      uploadBytesMax = bytes,
    /** Forwards requests, and breaks the connection when the site responds. */
    cutAnswers() 
      cutsAnswers = true,
    /** Forwards requests, and withholds the responses. */
    holdAnswers() 
      holdsAnswers = true,
    heal() 
      uploadBytesMax = Number.POSITIVE_INFINITY
      cutsAnswers = false
      holdsAnswers = false,
    async [Symbol.asyncDispose]() 
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve)),
  }
}
