import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'

/** An answer of the product, as it went over the wire. */
export type Capture = { path: string; headers: Record<string, string>; body: string }

const capturesFile = process.argv[2] ?? ''
const captures: Capture[] = JSON.parse(readFileSync(capturesFile, 'utf8'))
const answers = new Map(
  captures.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]),
)

// As little as a Node server can do: it looks up the path, and sends bytes that are in memory already.
createServer(async (request, response) => {
  if (request.method === 'POST') {
    await keep(request)
    response.writeHead(201).end()
    return
  }
  const answer = answers.get(request.url ?? '')
  response.writeHead(answer || request.url === '/floor' ? 200 : 404, answer?.headers)
  response.end(answer?.body)
}).listen(Number(process.env.PORT), process.env.HOST)

/** The least that a form with a file costs: its bytes on disk, once and for good. */
async function keep(request: IncomingMessage) {
  const body = Buffer.concat(await request.toArray())
  await using file = await open(join(dirname(capturesFile), `floor-${randomUUID()}`), 'wx')
  await file.writeFile(body)
  await file.sync()
}
