import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type AskOptions, askLinks } from './ask-link.ts'

const servers: AsyncDisposable[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

/** A site on this machine, and the requests that reach it. */
async function serve(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`)
    listener(request, response)
  })
  servers.push({
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { port, requests, url: `http://127.0.0.1:${port}` }
}

const page: RequestListener = (_request, response) => response.end('A page')
const status = (code: number): RequestListener => {
  return (_request, response) => response.writeHead(code).end()
}
const redirectTo = (location: string): RequestListener => {
  return (_request, response) => response.writeHead(302, { location }).end()
}

/** Lets the server of a test be asked, which no visitor reaches. */
const allow = ({ port }: { port: number }): AskOptions => ({
  mayConnect: (address, to) => address === '127.0.0.1' && to === port,
})

async function outcomeOf(url: string, options: AskOptions) {
  const [result] = await askLinks([url], options)
  return result?.outcome
}

test('a page that is there answers, and is not read', async () => {
  const site = await serve(page)
  expect(await outcomeOf(`${site.url}/a?b=c#d`, allow(site))).toBe('answers')
  expect(site.requests).toEqual(['HEAD 127.0.0.1/a?b=c'])
})

test.each([
  [404, 'missing'],
  [410, 'missing'],
  [403, 'answers'],
  [429, 'answers'],
  [500, 'silent'],
  [503, 'silent'],
])('a status of %i is told as: %s', async (code, outcome) => {
  const site = await serve(status(code))
  expect(await outcomeOf(site.url, allow(site))).toBe(outcome)
})

test('a site that speaks another protocol from now on is silent, and keeps nobody waiting', async () => {
  const site = await serve(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  })
  expect(await outcomeOf(site.url, allow(site))).toBe('silent')
})

test('a site that refuses HEAD is asked by GET, of which no more than the head is taken', async () => {
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  const site = await serve(({ method }, response) => {
    if (method === 'HEAD') return response.writeHead(404).end()
    response.on('close', hangUp)
    const fill = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', fill)
    fill()
  })
  expect(await outcomeOf(site.url, allow(site))).toBe('answers')
  await hungUp
  expect(site.requests).toEqual(['HEAD 127.0.0.1/', 'GET 127.0.0.1/'])
})

test('a site that takes the connection and says nothing is silent, and so is one that is not there', async () => {
  const site = await serve(() => {})
  expect(await outcomeOf(site.url, { ...allow(site), timeoutMs: 50 })).toBe('silent')
  const resolve = async () => Promise.reject(new Error('ENOTFOUND'))
  expect(await outcomeOf('http://no.example', { resolve })).toBe('silent')
})

test('a name that is not resolved in time is silent', async () => {
  const resolve = () => new Promise<never>(() => {})
  expect(await outcomeOf('http://slow.example', { resolve, timeoutMs: 20 })).toBe('silent')
})

test('redirects are followed to their end, and not for ever', async () => {
  const site = await serve((request, response) => {
    if (request.url === '/new') return response.end()
    response.writeHead(301, { location: request.url === '/old' ? '/new' : '/round' }).end()
  })
  expect(await outcomeOf(`${site.url}/old`, allow(site))).toBe('answers')
  expect(await outcomeOf(`${site.url}/round`, allow(site))).toBe('silent')
  expect(site.requests.length).toBeLessThan(20)
})

test('nothing that is not public is asked, by its address, a name, or a redirect', async () => {
  const secret = await serve(page)
  const site = await serve(redirectTo(secret.url))
  expect(await outcomeOf(secret.url, {})).toBe('silent')
  expect(await outcomeOf(`http://localhost:${secret.port}`, {})).toBe('silent')
  expect(await outcomeOf(site.url, allow(site))).toBe('silent')
  expect(site.requests.length).toBeGreaterThan(0)
  expect(secret.requests).toEqual([])
})

test('a name of which one address is not public is not asked', async () => {
  const site = await serve(page)
  const resolve = async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 }))
  const options = { ...allow(site), resolve }
  expect(await outcomeOf(`http://both.example:${site.port}`, options)).toBe('silent')
  expect(site.requests).toEqual([])
})

test('only web pages are asked, also behind a redirect, at the usual ports', async () => {
  const site = await serve(redirectTo('file:///etc/passwd'))
  expect(await outcomeOf(site.url, allow(site))).toBe('silent')
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return [{ address: '8.8.8.8', family: 4 }]
  }
  expect(await outcomeOf('ftp://files.example/', { resolve })).toBe('silent')
  expect(asked).toEqual([])
  expect(await outcomeOf('http://database.example:5432/', { resolve, timeoutMs: 1_000 })).toBe(
    'silent',
  )
})

test('the connection goes to the address that was checked, however the name resolves later', async () => {
  const site = await serve(page)
  const answers = ['127.0.0.1', '127.0.0.2']
  const resolve = async () => [{ address: answers.shift() ?? '127.0.0.3', family: 4 }]
  const options = { ...allow(site), resolve }
  expect(await outcomeOf(`http://rebound.example:${site.port}/`, options)).toBe('answers')
  expect(site.requests).toEqual(['HEAD rebound.example/'])
  expect(answers).toEqual(['127.0.0.2'])
})

test('many links are asked a few at once, each once', async () => {
  let [open, most] = [0, 0]
  const site = await serve((_request, response) => {
    open += 1
    most = Math.max(most, open)
    setImmediate(() => {
      open -= 1
      response.end()
    })
  })
  const urls = Array.from({ length: 30 }, (_, number) => `${site.url}/${number % 15}`)
  const results = await askLinks(urls, allow(site))
  expect(results.map(({ url }) => url).sort()).toEqual([...new Set(urls)].sort())
  expect(site.requests).toHaveLength(15)
  expect(most).toBeLessThanOrEqual(6)
})
