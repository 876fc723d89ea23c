import { getEventListeners } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { complaint, deliveryReport, nestedReport, originalOf } from '#testing/bounce-reports.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { failingDatabase } from '#testing/failing-database.ts'
import { type ImapServer, startImapServer } from '#testing/imap-server.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { readMailbox, startMailbox, type Taker } from './mailbox-reader.ts'
import { messageIdOf, returnPathOf } from './message-id.ts'
import { putInOutbox } from './outbox.ts'
import { takeReport } from './reports.ts'
import { sendDueEmails } from './send-due-emails.ts'

let app: TestApp
let mail: MailServer
let imap: ImapServer
beforeAll(async () => {
  imap = await startImapServer()
})
afterAll(() => imap.stop())
beforeEach(async () => {
  await imap.clear()
  app = await startTestApp({ IMAP_URL: imap.url })
  mail = await startMailServer()
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

async function sendTo(recipient: string) {
  const { database, now } = app.services
  const email = { recipient, subject: 'News', parts: ['Muraho'] }
  const id = await putInOutbox(database, email, now().toISOString())
  await sendDueEmails(app.services, mail.mailer)
  return id
}
const read = (
  imapUrl = imap.url,
  takers: Taker[] = [takeReport],
  { tries = new Map<string, number>(), atOnce = 100 } = {},
) => readMailbox(app.services, imapUrl, takers, { mayGoOn: async () => true, tries, atOnce })
const append = (email: string) => imap.append(email, app.services.now())
const bounces = async () => {
  const { database } = app.services
  const rows = database.selectFrom('outbox').select(['id', 'bounce', 'bounce_detail']).orderBy('id')
  return rows.execute()
}
const suppressed = async () => {
  const rows = await app.services.database.selectFrom('suppressions').select('email').execute()
  return rows.map(({ email }) => email)
}

test('a report to the return path of an email suppresses its recipient, and is marked as seen', async () => {
  const id = await sendTo('gone@example.rw')
  const to = returnPathOf(app.services, 'bounces@huza.example', id)
  await append(deliveryReport({ to }))
  expect(await read()).toBe(1)
  expect(await bounces()).toEqual([
    {
      id,
      bounce: 'HARD',
      bounce_detail: '5.1.1 smtp; 550 5.1.1 <other@example.rw>: Recipient address rejected',
    },
  ])
  expect(await suppressed()).toEqual(['gone@example.rw'])
  expect(await imap.count()).toEqual({ messages: 1, unseen: 0 })
  expect(await read()).toBe(0)
})

test('a complaint to the return path does so, too, and is moved where that is set', async () => {
  const id = await sendTo('angry@example.rw')
  const to = returnPathOf(app.services, 'bounces@huza.example', id)
  await append(complaint('Subject: News').replace('info@huza.example', to))
  expect(await read(`${imap.url}?move=Done`)).toBe(1)
  expect(await bounces()).toMatchObject([{ bounce: 'COMPLAINT' }])
  expect(await suppressed()).toEqual(['angry@example.rw'])
  expect(await imap.count()).toMatchObject({ messages: 0 })
  expect(await imap.count('Done')).toEqual({ messages: 1, unseen: 0 })
})

test('a report that names our Message-ID alone is noted for staff and suppresses nobody', async () => {
  const [gone, angry] = [await sendTo('gone@example.rw'), await sendTo('angry@example.rw')]
  const original = originalOf(messageIdOf(app.services, gone))
  await append(deliveryReport({ original }))
  await append(complaint(originalOf(messageIdOf(app.services, angry))))
  expect(await read()).toBe(2)
  expect(await bounces()).toMatchObject([
    { bounce: 'UNPROVED', bounce_detail: expect.stringMatching(/^5\.1\.1 smtp/) },
    { bounce: 'UNPROVED', bounce_detail: 'abuse' },
  ])
  expect(await suppressed()).toEqual([])
  // What is proved afterwards counts, and nothing replaces it.
  await append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', gone) }))
  await append(deliveryReport({ original }))
  await read()
  expect(await bounces()).toMatchObject([{ bounce: 'HARD' }, { bounce: 'UNPROVED' }])
  expect(await suppressed()).toEqual(['gone@example.rw'])
})

test('a report that anybody could have written suppresses nobody', async () => {
  const victim = await sendTo('victim@example.rw')
  const forged = `outbox-${victim}.${'0'.repeat(20)}@huza.example`
  await append(deliveryReport({}))
  await append(deliveryReport({ original: originalOf(`<${forged}>`) }))
  await append(deliveryReport({ to: `bounces+${victim}.${'0'.repeat(20)}@huza.example` }))
  // The text of the original is what its sender likes.
  const quoted = `Subject: x\n\nMessage-ID: ${messageIdOf(app.services, victim)}`
  await append(deliveryReport({ original: quoted }))
  await read()
  expect(await bounces()).toMatchObject([{ bounce: '' }])
  expect(await suppressed()).toEqual([])
})

test('reports about what people have sent stay as they are, and those about our emails are taken', async () => {
  const id = await sendTo('gone@example.rw')
  await append(deliveryReport({}))
  await append(deliveryReport({ original: originalOf('<1@huza.example>') }))
  const ours = `References: ${messageIdOf(app.services, id)}\n`
  await append(deliveryReport({ original: `${ours}${originalOf('<2@huza.example>')}` }))
  expect(await read(`${imap.url}?move=Done`)).toBe(0)
  expect(await imap.count()).toEqual({ messages: 3, unseen: 3 })
  const answered = `In-Reply-To: ${messageIdOf(app.services, id)}\nSubject: Undelivered`
  await append(deliveryReport({}).replace('Subject: Undelivered', answered))
  expect(await read()).toBe(1)
  expect(await bounces()).toMatchObject([{ bounce: 'UNPROVED' }])
})

test('what is delayed, delivered or disliked suppresses nobody', async () => {
  const id = await sendTo('slow@example.rw')
  const to = returnPathOf(app.services, 'bounces@huza.example', id)
  await append(deliveryReport({ to, action: 'delayed', status: '4.4.1' }))
  await append(deliveryReport({ to, action: 'delivered', status: '2.0.0' }))
  await append(deliveryReport({ to, status: '5.7.1' }))
  expect(await read()).toBe(3)
  expect(await bounces()).toMatchObject([{ bounce: '' }])
})

test('what people write stays unseen, and is not fetched again', async () => {
  await append('From: aline@example.rw\nTo: info@huza.example\nSubject: Hi\n\nMuraho')
  const tries = new Map<string, number>()
  expect(await read(imap.url, [takeReport], { tries })).toBe(0)
  const to = returnPathOf(app.services, 'bounces@huza.example', await sendTo('gone@example.rw'))
  await append(deliveryReport({ to }))
  expect(await read(imap.url, [takeReport], { tries, atOnce: 1 })).toBe(1)
  expect(await imap.count()).toEqual({ messages: 2, unseen: 1 })
})

test('a report that a person opens first is read as well, once, also by another process', async () => {
  await append('From: aline@example.rw\nTo: info@huza.example\nSubject: Hi\n\nMuraho')
  expect(await read()).toBe(0)
  const id = await sendTo('gone@example.rw')
  await append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) }))
  await append('From: eric@example.rw\nTo: info@huza.example\nSubject: Hi\n\nMuraho')
  await imap.openAll()
  let calls = 0
  const counting: Taker = (...given) => {
    calls += 1
    return takeReport(...given)
  }
  expect(await read(imap.url, [counting])).toBe(1)
  expect(await suppressed()).toEqual(['gone@example.rw'])
  expect(await read(imap.url, [counting])).toBe(0)
  expect(calls).toBe(1)
})

test('what a person opens before it could be stored is stored later, also by another process', async () => {
  await read()
  for (const name of ['one', 'two']) {
    const id = await sendTo(`${name}@example.rw`)
    await append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) }))
  }
  let calls = 0
  const failing: Taker = async (...given) => {
    calls += 1
    if (calls === 1) throw new Error('The disk is full')
    return takeReport(...given)
  }
  expect(await read(imap.url, [failing])).toBe(1)
  await imap.openAll()
  await read()
  expect((await suppressed()).sort()).toEqual(['one@example.rw', 'two@example.rw'])
})

test('a search that the server refuses loses nothing: it is made again', async () => {
  let isRefusing = false
  const proxy = await startTcpProxy(imap.url, {
    replyTo(sent) {
      const [, tag] = /^(\S+) UID SEARCH UID /.exec(sent) ?? []
      return isRefusing && tag ? `${tag} NO [SERVERBUG] Try again\r\n` : undefined
    },
  })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const url = proxy.through(imap.url)
  await append('From: aline@example.rw\nTo: info@huza.example\nSubject: Hi\n\nMuraho')
  await read(url)
  const id = await sendTo('gone@example.rw')
  await append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) }))
  await imap.openAll()
  await append('From: eric@example.rw\nTo: info@huza.example\nSubject: Hi\n\nMuraho')
  isRefusing = true
  await expect(read(url)).rejects.toThrow('search')
  isRefusing = false
  expect(await read(url)).toBe(1)
  expect(await suppressed()).toEqual(['gone@example.rw'])
})

test('more emails that nobody understands than are read at once hold up no other', async () => {
  for (let count = 0; count < 3; count += 1) await append(nestedReport())
  const id = await sendTo('gone@example.rw')
  await append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) }))
  const memory = { tries: new Map<string, number>(), atOnce: 2 }
  expect(await read(imap.url, [takeReport], memory)).toBe(0)
  expect(await read(imap.url, [takeReport], memory)).toBe(1)
  expect(await suppressed()).toEqual(['gone@example.rw'])
  expect(await imap.count()).toEqual({ messages: 4, unseen: 3 })
})

test('what could not be stored three times is left, and others get their turn', async () => {
  const id = await sendTo('gone@example.rw')
  const report = deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) })
  for (const subject of ['Bad', 'Bad', 'Good']) {
    await append(report.replace(/^Subject: .*$/m, `Subject: ${subject}`))
  }
  let failures = 0
  const failing: Taker = async (services, email) => {
    if (email.subject === 'Good') return takeReport(services, email)
    failures += 1
    throw new Error('It does not fit')
  }
  const memory = { tries: new Map<string, number>(), atOnce: 2 }
  const taken: number[] = []
  for (let count = 0; count < 5; count += 1) taken.push(await read(imap.url, [failing], memory))
  expect([taken, failures]).toEqual([[0, 0, 0, 1, 0], 6])
})

test('what cannot be stored stays unseen until it can, and holds up no other', async () => {
  const ids = [await sendTo('one@example.rw'), await sendTo('two@example.rw')]
  for (const id of ids) {
    await append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) }))
  }
  let calls = 0
  const failing: Taker = async (...given) => {
    calls += 1
    if (calls === 1) throw new Error('The disk is full')
    return takeReport(...given)
  }
  expect(await read(imap.url, [failing])).toBe(1)
  expect(await imap.count()).toEqual({ messages: 2, unseen: 1 })
  expect(await read(imap.url, [failing])).toBe(1)
  expect(await suppressed()).toHaveLength(2)
})

test('a report of some megabytes is read as far as it matters', async () => {
  const id = await sendTo('gone@example.rw')
  const to = returnPathOf(app.services, 'bounces@huza.example', id)
  await append(
    deliveryReport({ to, original: `Subject: x\n\n${'x'.repeat(76)}\n`.padEnd(3e6, 'y') }),
  )
  expect(await read()).toBe(1)
  expect(await suppressed()).toEqual(['gone@example.rw'])
})

test.each(['\r', '\u2028'])(
  'a report by a stranger with a long gap in a line takes no time, %j',
  async (end) => {
    const original = `Message-ID:${' '.repeat(60_000)}x${end}y\n\nMuraho`
    await append(deliveryReport({ original }))
    expect(await threadMsOf(() => read())).toBeLessThan(500)
  },
)

test('one process at a time reads the mailbox, and another one goes on when it has stopped', async () => {
  const readers: string[] = []
  const reader =
    (name: string): Taker =>
    async () => {
      readers.push(name)
      return true
    }
  const id = await sendTo('gone@example.rw')
  const arrive = () =>
    append(deliveryReport({ to: returnPathOf(app.services, 'b@huza.example', id) }))
  const stopOne = startMailbox(app.services, [reader('one')], 20)
  await arrive()
  await expect.poll(() => readers).toEqual(['one'])
  const stopTwo = startMailbox(app.services, [reader('two')], 20)
  await arrive()
  await expect.poll(() => readers).toEqual(['one', 'one'])
  await stopOne()
  await arrive()
  await expect.poll(() => readers).toEqual(['one', 'one', 'two'])
  await stopTwo()
})

test('a read leaves nothing behind on the signal that would cut it off', async () => {
  const stop = new AbortController().signal
  const reading = { mayGoOn: async () => true, tries: new Map<string, number>(), stop }
  await readMailbox(app.services, imap.url, [takeReport], reading)
  expect(getEventListeners(stop, 'abort')).toEqual([])
})

test('a process stops although the database does not take its leave', async () => {
  const database = failingDatabase(app.services.database, (kind) => kind === 'DeleteQueryNode')
  const log = { ...app.services.log, error: () => {} } as never
  const stop = startMailbox({ ...app.services, database, log }, [takeReport])
  expect(await stop()).toBeUndefined()
})
