import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error The package brings no types.
import Server from 's3rver'

type Asked = { method: string; path: string; status: number; body: string }

/** Starts an S3 server in this process, with one bucket. Its key and secret are S3RVER. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'huza-s3-'))
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'huza' }],
  })
  const refused = new Map<string, readonly string[]>()
  server.middleware.unshift(async (context: Asked, next: () => Promise<unknown>) => {
    const methods = refused.get(context.path.slice('/huza/'.length))
    if (!methods?.includes(context.method)) return next()
    context.status = 403
    context.body = '<Error><Code>InvalidObjectState</Code></Error>'
  })
  const { port } = (await server.run()) as { port: number }
  return {
    /** Has it refuse a file from now on, as S3 does one that lies in an archive. */
    refuse: (key: string, methods: readonly string[]) => void refused.set(key, methods),
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/huza?tls=off`,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Starts an S3 server that answers everything by one error. */
export async function startRefusing(status: number, code: string) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `s3://key:secret@127.0.0.1:${port}/bucket?tls=off`, close: () => server.close() }
}
