import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'

/** A response of the product as sent over the wire. */
export type Capture = { path: string; headers: Record<string, string>; body: string }

const capturesFile = process.argv[2] ?? ''
const captures: Capture[] = JSON.parse(readFileSync(capturesFile, 'utf8'))
const captured = new Map(
  captures.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]),
)

// The minimal Node server: looks up the path and sends bytes from memory.
createServer(async (request, response) => {
  if (request.method === 'POST') {
    await saveForm(request)
    response.writeHead(201).end()
    return
  }
  const found = captured.get(request.url ?? '')
  response.writeHead(found || request.url === '/floor' ? 200 : 404, found?.headers)
  response.end(found?.body)
}).listen(Number(process.env.PORT), process.env.HOST)

/** The minimal cost of a form with a file: its bytes, synced to disk. */
async function saveForm(request: IncomingMessage) {
  const body = Buffer.concat(await request.toArray())
  await using file = await open(join(dirname(capturesFile), `floor-${randomUUID()}`), 'wx')
  await file.writeFile(body)
  await file.sync()
}
