import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { implement } from '@orpc/server'
import busboy from 'busboy'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { commentsContract } from '#features/comments/contract.ts'

// node bench/layer-server.ts <layer> <folder>: answers a form with as much of what it takes as the layer says.
const [layer = '', dataDir = ''] = process.argv.slice(2)
const path = '/api/website/comments/'
const database = openDatabase({ dataDir, databasePoolSize: 1 })
await sql`create table if not exists forms (id integer primary key, body text)`.execute(database)

const schema = commentsContract.create['~orpc'].inputSchema
const answerOf = ({ name, message }: { name: string; message: string }) => ({
  id: 1,
  name,
  message,
  created_at: new Date().toISOString(),
  parent: null,
  is_company: false,
  latest_reply: null,
  is_held: true,
})
const addRow = (body: string) => sql`insert into forms (body) values (${body})`.execute(database)

const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray())

const throughHono = (answer: (request: Request) => Response | Promise<Response>) => {
  const app = new Hono().post(path, (context) => answer(context.req.raw))
  return getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: false })
}

function throughContract(isStored: boolean) {
  const create = implement(commentsContract.create).handler(async ({ input }) => {
    if (isStored) await addRow(JSON.stringify(input))
    return answerOf(input)
  })
  const handler = new OpenAPIHandler({ create })
  return throughHono(async (request) => {
    const { response } = await handler.handle(request, { prefix: '/api' })
    return response ?? new Response(null, { status: 404 })
  })
}

async function store(bytes: Buffer) {
  await using file = await open(join(dataDir, randomUUID()), 'wx')
  await file.writeFile(bytes)
  await file.sync()
}

/** Reads a form with a file, of which it stores the bytes. */
function readFile(request: IncomingMessage) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const parser = busboy({ headers: request.headers })
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  parser.on('file', (_, stream) => {
    stream.on('data', (chunk: Buffer) => {
      hash.update(chunk)
      chunks.push(chunk)
    })
  })
  parser.on('close', () => store(Buffer.concat(chunks)).then(resolve, reject))
  parser.on('error', reject)
  request.pipe(parser)
  return promise.then(() => hash.digest('hex'))
}

const respond =
  (answer: (request: IncomingMessage) => Promise<string | undefined>): RequestListener =>
  async (request, response) => {
    response.writeHead(201).end(await answer(request))
  }

const layers: Record<string, RequestListener> = {
  bytes: respond(async (request) => void (await bodyOf(request))),
  validated: respond(async (request) => {
    const input = await schema?.['~standard'].validate(
      JSON.parse((await bodyOf(request)).toString()),
    )
    return JSON.stringify(input)
  }),
  hono: throughHono(async (request) => {
    const input = await schema?.['~standard'].validate(await request.json())
    return Response.json(input, { status: 201 })
  }),
  contract: throughContract(false),
  row: throughContract(true),
  file: respond(async (request) => void (await store(await bodyOf(request)))),
  multipart: respond((request) => readFile(request)),
  both: respond(async (request) => {
    const hash = await readFile(request)
    await addRow(hash)
    return hash
  }),
}

const listener = layers[layer]
if (!listener) throw new Error(`There is no layer ${layer}`)
createServer((request, response) => {
  if (request.method === 'GET') response.end()
  else listener(request, response)
}).listen(Number(process.env.PORT), process.env.HOST)
