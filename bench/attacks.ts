import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { watchHealth } from './health.ts'
import { memoryMB } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

/** Does what it names, and says what came of it. */
type Attack = [name: string, run: () => Promise<string>]

/** Measures how long others wait while somebody means harm, and says what that achieves. */
export async function measureAttacks(site: Site): Promise<string> {
  await using product = await site.start()
  const rows: string[][] = []
  for (const [name, run] of await attacksOn(site, product)) {
    const meanwhile = await watchHealth(product)
    const outcome = await run()
    const waits = await meanwhile.stop()
    rows.push([
      name,
      outcome,
      shown(waits[Math.floor(waits.length * 0.99)] ?? 0),
      shown(waits.at(-1) ?? 0),
    ])
  }
  return table([`${site.engine}: attack`, 'outcome', 'others wait ms, 99 %', 'longest'], rows)
}

async function attacksOn(site: Site, product: Server): Promise<Attack[]> {
  const { services } = site
  const { database } = services
  const editor = await site.signIn('EDITOR')
  const article = await createArticle(services, { title: 'Attacked' })
  const event = await createEvent(services, { capacity: 500 })
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const from = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number % 250}` })
  const countOf = async (name: 'comments' | 'contact_messages', status: string) => {
    const { count } = await database
      .selectFrom(name)
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const formToken = async () => {
    const response = await fetch(`${product.url}/api/website/form-token/`)
    return (await response.json()).form_token as string
  }
  const newsOf = (content: string) => ({
    ...{ title: 'A', category: 'africa', author: 'A', description: 'A', content },
  })
  return [
    [
      '20 articles of 180 kB of <b>',
      async () => {
        const content = '<b>'.repeat(60_000)
        return statuses(20, () => send('/dashboard/news/', newsOf(content), editor))
      },
    ],
    [
      '20 articles of 190 kB of text to clean',
      async () => {
        const content = '<p>a <b>b</b></p>'.repeat(11_000)
        return statuses(20, () => send('/dashboard/news/', newsOf(content), editor))
      },
    ],
    [
      '2,000 pages with 7 kB of query string',
      async () => {
        const before = memoryMB(product.pid).now
        const query = (number: number) => `${number}${'x'.repeat(7_000)}`
        const outcome = await statuses(2_000, (number) =>
          fetch(`${product.url}/insights?q=${query(number)}&${query(number)}=1`),
        )
        return `${outcome}; ${shown(before)} to ${shown(memoryMB(product.pid).now)} MB`
      },
    ],
    [
      '300 subscriptions of one mailbox',
      async () => {
        const outcome = await statuses(300, (number) =>
          send('/website/subscribe/', { email: `victim+${number}@example.rw` }, from(number)),
        )
        const emails = await database
          .selectFrom('outbox')
          .select('id')
          .where('recipient', 'like', 'victim%')
          .execute()
        return `${outcome}; ${emails.length} emails`
      },
    ],
    [
      '1,000 comments by one form token',
      async () => {
        const form_token = await formToken()
        const before = await countOf('comments', 'APPROVED')
        const outcome = await statuses(1_000, (number) => {
          const who = {
            name: 'Aline Uwase',
            email: `a${number}@example.rw`,
            message: `Greetings from Kigali, ${number}`,
          }
          const body = { news_id: article, ...who, form_token }
          return send('/website/comments/', body, from(number % 50))
        })
        return `${outcome}; ${(await countOf('comments', 'APPROVED')) - before} shown`
      },
    ],
    [
      '200 equal messages from 50 addresses',
      async () => {
        const form_token = await formToken()
        const before = await countOf('contact_messages', 'NEW')
        const outcome = await statuses(200, (number) => {
          const who = {
            full_name: 'Aline Uwase',
            email: `a${number}@example.rw`,
            phone: '+250788000000',
          }
          const body = { ...who, subject: 'Offer', message: 'Buy now, it is cheap.', form_token }
          return send('/website/contact-us/', body, from(number % 50))
        })
        return `${outcome}; ${(await countOf('contact_messages', 'NEW')) - before} new`
      },
    ],
    [
      '200 places of an event from one address',
      () =>
        statuses(200, async (number) => {
          const who = {
            full_name: 'Aline Uwase',
            email: `a${number}@example.rw`,
            phone: '+250788000000',
          }
          const body = { ...who, form_token: await formToken() }
          return send(`/website/events/${event}/registrations/`, body, from(77))
        }),
    ],
    ['100 bodies of which a byte comes each second', () => slowBodies(product)],
  ]
}

const atOnce = 20

/** How often each status was the answer. */
async function statuses(count: number, run: (number: number) => Promise<Response>) {
  const found = new Map<number, number>()
  const numbers = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const number of numbers) {
      const response = await run(number)
      await response.arrayBuffer()
      found.set(response.status, (found.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return [...found].map(([status, times]) => `${times} × ${status}`).join(', ')
}

const slowMsMax = 60_000

/** When the server ends requests whose bodies hardly come. */
async function slowBodies({ url }: Server) {
  const { hostname, port } = new URL(url)
  const head = `POST /api/website/contact-us/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`
  const lasted = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = connect(Number(port), hostname)
      const startedAt = performance.now()
      const ended = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))
      socket.write(head)
      socket.resume()
      const timer = setInterval(() => socket.writable && socket.write(' '), 1_000)
      await Promise.race([ended, wait(slowMsMax)])
      clearInterval(timer)
      socket.destroy()
      return (performance.now() - startedAt) / 1000
    }),
  )
  return `ended after ${shown(Math.min(...lasted))} to ${shown(Math.max(...lasted))} s`
}
