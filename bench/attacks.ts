import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { resumePdf } from '#seed/resume-pdf.ts'
import { watchHealth } from './health.ts'
import { memoryMB } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'

const waitMsMax = 50
/** The capacity of the event, and of the cohort. */
const capacity = 500

/** Does what it names, and says what came of it. */
type Attack = [name: string, run: () => Promise<string>]

/** Measures how long others wait while somebody means harm, and says what that achieves. */
export async function measureAttacks(site: Site): Promise<string> {
  await using mailServer = await silentServer()
  await using product = await site.start({ SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` })
  const rows: string[][] = []
  for (const [name, run] of await attacksOn(site, product)) {
    await using meanwhile = await watchHealth(product)
    const outcome = await run()
    const waits = await meanwhile.stop()
    const waitMs = waits[Math.floor(waits.length * 0.99)] ?? 0
    const goal = atMost(waitMs, waitMsMax)
    rows.push([name, outcome, shown(waitMs), goal, shown(waits.at(-1) ?? 0)])
  }
  const columns = ['outcome', 'others wait ms, 99 %', 'goal', 'longest']
  return table([`${site.engine}: attack`, ...columns], rows)
}

/** Takes connections and never says a word, as a mail server that hangs. */
async function silentServer() {
  const server = createServer((socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

async function attacksOn(site: Site, product: Server): Promise<Attack[]> {
  const { services } = site
  const { database } = services
  const editor = await site.signIn('EDITOR')
  const article = await createArticle(services, { title: 'Attacked' })
  const event = await createEvent(services, { capacity })
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const from = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number % 250}` })
  const newMessages = async () => {
    const { count } = await database
      .selectFrom('contact_messages')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('status', '=', 'NEW')
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const shownComments = async () => {
    const response = await fetch(
      `${product.url}/api/website/news/${article}/comments/?page_size=100`,
    )
    return (await response.json()).total_items as number
  }
  const registrations = async () => {
    const { count } = await database
      .selectFrom('event_registrations')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('event_id', '=', event)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const spotsTaken = async () => {
    const { registered } = await database
      .selectFrom('cohorts')
      .select('registered')
      .where('id', '=', cohort)
      .executeTakeFirstOrThrow()
    return registered
  }
  const formToken = async () => {
    const response = await fetch(`${product.url}/api/website/form-token/`)
    return (await response.json()).form_token as string
  }
  const { id: techStack } = await database
    .selectFrom('tech_stacks')
    .select('id')
    .executeTakeFirstOrThrow()
  const cohort = await createCohort(services, { name: 'Attacked', limit: capacity })
  const resume = new File([resumePdf(['Aline Uwase'])], 'resume.pdf', { type: 'application/pdf' })
  // A form that is sent within seconds of its token is a bot's, and takes no spot.
  const tokens = await Promise.all(Array.from({ length: 200 }, formToken))
  const apply = async (number: number) => {
    const body = new FormData()
    const fields = {
      first_name: 'Aline',
      last_name: 'Uwase',
      phone_number: '+250788123456',
      other_phone_number: '',
      date_of_birth: '2001-05-17',
      gender: 'FEMALE',
      identification: '1200170012345678',
      level: 'BEGINER',
      done_at: '2026-03-02',
      description: 'I want to build things that people in my town use.',
      email: `a${number}@example.rw`,
      form_token: tokens[number] ?? '',
      cohort: String(cohort),
      tech_stack: techStack,
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('resume', resume)
    const init = { method: 'POST', body, headers: from(78) }
    return fetch(`${product.url}/api/website/application/`, init)
  }
  const newsOf = (content: string) => ({
    title: 'A',
    category: 'africa',
    author: 'A',
    description: 'A',
    content,
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
        const outcome = await statuses(1_000, (number) => {
          const who = {
            name: 'Aline Uwase',
            email: `a${number}@example.rw`,
            message: `Greetings from Kigali, ${number}`,
          }
          const body = { news_id: article, ...who, form_token }
          return send('/website/comments/', body, from(number % 50))
        })
        return `${outcome}; ${await shownComments()} shown`
      },
    ],
    [
      '200 equal messages from 50 addresses',
      async () => {
        const form_token = await formToken()
        const before = await newMessages()
        const outcome = await statuses(200, (number) => {
          const who = {
            full_name: 'Aline Uwase',
            email: `a${number}@example.rw`,
            phone: '+250788000000',
          }
          const body = { ...who, subject: 'Offer', message: 'Buy now, it is cheap.', form_token }
          return send('/website/contact-us/', body, from(number % 50))
        })
        return `${outcome}; ${(await newMessages()) - before} new`
      },
    ],
    [
      '200 places of an event from one address',
      async () => {
        const outcome = await statuses(200, async (number) => {
          const who = {
            full_name: 'Aline Uwase',
            email: `a${number}@example.rw`,
            phone: '+250788000000',
          }
          const body = { ...who, form_token: await formToken() }
          return send(`/website/events/${event}/registrations/`, body, from(77))
        })
        return `${outcome}; ${await registrations()} of ${capacity} places taken`
      },
    ],
    [
      '200 spots of a cohort from one address',
      async () => `${await statuses(200, apply)}; ${await spotsTaken()} of ${capacity} spots taken`,
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
