import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser } from '#seed/factories/accounts.ts'
import type { BounceKind } from '#shared/suppression.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { failingDatabase } from '#testing/failing-database.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { bounceKindOf, recordBounce } from './bounces.ts'
import { putInOutbox } from './outbox.ts'
import { sendDueEmails } from './send-due-emails.ts'
import { liftSuppression, removeOldSuppressions } from './suppressions.ts'

let app: TestApp
let mail: MailServer
let token: string
beforeEach(async () => {
  app = await startTestApp({ BOUNCE_ADDRESS: 'bounces@huza.example' })
  mail = await startMailServer()
  token = await app.signIn('RECRUITER')
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const put = (recipient: string, more: object = {}) => {
  const email = { recipient, subject: 'News', parts: ['Muraho'], ...more }
  return putInOutbox(app.services.database, email, app.services.now().toISOString())
}
const sendDue = () => sendDueEmails(app.services, mail.mailer)
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const suppressions = () =>
  app.services.database
    .selectFrom('suppressions')
    .select(['email', 'reason', 'detail'])
    .where('lifted_at', 'is', null)
    .execute()
const bounce = (id: number, kind: BounceKind, detail = '5.1.1 No such user') =>
  recordBounce(app.services, { id, kind, detail })
const dayS = 24 * 60 * 60
/** Sends an email that comes back, and lets a day pass. */
async function bounceSoftly(recipient: string) {
  const id = await put(recipient)
  await sendDue()
  await bounce(id, 'SOFT')
  app.advanceS(dayS)
}

test('an address without a mailbox gets nothing any more but what it asks for', async () => {
  const id = await put('Gone@Example.rw')
  await sendDue()
  expect(await bounce(id, 'HARD')).toBe(true)
  expect(await bounce(id, 'HARD')).toBe(false)
  expect(await suppressions()).toEqual([
    { email: 'Gone@Example.rw', reason: 'HARD_BOUNCE', detail: '5.1.1 No such user' },
  ])
  await put('gone@example.rw')
  await put('gone@example.rw', { subject: 'You are registered', isRequested: true })
  await put('aline@example.rw')
  expect(await sendDue()).toBe(2)
  expect((await outbox()).slice(1)).toMatchObject([
    {
      withheld: 'SUPPRESSED',
      next_try_at: null,
      last_error: 'Not sent: there is no such mailbox.',
    },
    { withheld: '', sent_at: expect.any(String) },
    { withheld: '', sent_at: expect.any(String) },
  ])
})

test('after a complaint, forms that anybody may fill in send nothing, and accounts get their links', async () => {
  const user = await createUser(app.services, { email: 'angry@example.rw', role: 'EDITOR' })
  const id = await put(user.email)
  await sendDue()
  await bounce(id, 'COMPLAINT', 'abuse')
  await app.json('/api/website/subscribe/', { method: 'POST', json: { email: user.email } })
  expect(await sendDue()).toBe(0)
  await app.json('/api/auth/password/forgotten/', { method: 'POST', json: { email: user.email } })
  expect(await sendDue()).toBe(1)
  expect((await outbox()).slice(1)).toMatchObject([
    { withheld: 'SUPPRESSED', last_error: 'Not sent: its owner complained.' },
    {
      withheld: '',
      subject: expect.stringContaining('A new password'),
      sent_at: expect.any(String),
    },
  ])
})

test('emails that come back for a while suppress an address after five in a row over three days', async () => {
  for (let count = 0; count < 4; count += 1) await bounceSoftly('full@example.rw')
  expect(await suppressions()).toEqual([])
  await bounceSoftly('full@example.rw')
  expect(await suppressions()).toMatchObject([{ reason: 'SOFT_BOUNCES' }])
})

test('emails that come back within three days, or with one between that arrived, suppress nothing', async () => {
  const ids: number[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await put('busy@example.rw'))
  await sendDue()
  for (const id of ids) await bounce(id, 'SOFT')
  for (let count = 0; count < 4; count += 1) await bounceSoftly('again@example.rw')
  await put('again@example.rw')
  await sendDue()
  for (let count = 0; count < 4; count += 1) await bounceSoftly('again@example.rw')
  expect(await suppressions()).toEqual([])
})

test('what is reported without proof counts neither for nor against an address', async () => {
  for (let count = 0; count < 4; count += 1) {
    await bounceSoftly('full@example.rw')
    const id = await put('full@example.rw')
    await sendDue()
    await bounce(id, 'UNPROVED')
  }
  expect(await suppressions()).toEqual([])
  await bounceSoftly('full@example.rw')
  expect(await suppressions()).toMatchObject([{ reason: 'SOFT_BOUNCES' }])
})

test('a mail server that knows no such mailbox suppresses it at once, one that dislikes us does not', async () => {
  mail.behaviour.refusalTexts = { gone: '5.1.1 No such user', blocked: '5.7.1 Blocked' }
  Object.assign(mail.behaviour.refusals, { gone: 550, blocked: 554 })
  await put('gone@example.rw')
  await put('blocked@example.rw')
  await put('refused@example.rw')
  await sendDue()
  expect(await suppressions()).toMatchObject([{ email: 'gone@example.rw', reason: 'HARD_BOUNCE' }])
})

test('a refusal that cannot be noted at once is noted with what has become of the email', async () => {
  mail.behaviour.refusalTexts = { gone: '5.1.1 No such user' }
  Object.assign(mail.behaviour.refusals, { gone: 550 })
  await put('gone@example.rw')
  let failures = 0
  const database = failingDatabase(app.services.database, (kind) => {
    if (kind !== 'InsertQueryNode' || failures === 1) return false
    failures += 1
    return true
  })
  const log = pino({ level: 'silent' })
  expect(await sendDueEmails({ ...app.services, database, log }, mail.mailer)).toBe(0)
  expect(failures).toBe(1)
  expect(await suppressions()).toMatchObject([{ email: 'gone@example.rw', reason: 'HARD_BOUNCE' }])
  expect(await outbox()).toMatchObject([{ bounce: 'HARD', attempts: 1, next_try_at: null }])
})

test.each([
  ['5.1.1', 'HARD'],
  ['5.1.10', 'HARD'],
  ['5.2.1', 'HARD'],
  ['5.2.2', 'SOFT'],
  ['4.4.7', 'SOFT'],
  ['5.0.0', 'SOFT'],
  ['5.7.1', null],
  ['2.0.0', null],
  ['', null],
])('the status %s means %s', (status, kind) => {
  expect(bounceKindOf(status)).toBe(kind)
})

const list = async (path: string, as = token) => (await app.json(path, { token: as })).body.results
const lift = (id: number, as: string) =>
  app.json(`/api/admin/suppressions/${id}/lift/`, { method: 'POST', token: as, json: {} })

test('staff see who gets no emails and why, and let them get emails again', async () => {
  const admin = await app.signIn('ADMIN')
  const consented = { consent_place: 'Fair', consent_day: '2026-02-27' }
  const body = new FormData()
  body.append('file', new File(['E-mail\nAngry@example.rw\naline@example.rw'], 'list.csv'))
  for (const [name, value] of Object.entries(consented)) body.append(name, value)
  await app.json('/api/admin/subscribers/import/', { method: 'POST', token, body })
  const id = await put('angry@example.rw')
  await sendDue()
  await bounce(id, 'COMPLAINT', 'abuse')
  const [suppressed] = await list('/api/admin/subscribers/?is_suppressed=true')
  expect(suppressed).toMatchObject({
    email: 'Angry@example.rw',
    status: 'ACTIVE',
    suppression: { reason: 'COMPLAINT', detail: 'abuse' },
  })
  const others = await list('/api/admin/subscribers/?is_suppressed=false')
  expect(others).toMatchObject([{ email: 'aline@example.rw', suppression: null }])
  const emails = await list('/api/admin/outbox/?status=BOUNCED', admin)
  expect(emails).toMatchObject([
    { id, bounce: { kind: 'COMPLAINT', detail: 'abuse' }, suppression: { reason: 'COMPLAINT' } },
  ])
  const issue = { subject: 'Spring', content: '<p>News.</p>', article_ids: [] }
  const post = { method: 'POST', token, json: issue } as const
  expect((await app.json('/api/admin/newsletter-issues/', post)).body.recipients).toBe(1)

  expect((await lift(suppressed.suppression.id, await app.signIn('EDITOR'))).status).toBe(403)
  expect((await lift(suppressed.suppression.id, token)).status).toBe(204)
  expect((await lift(suppressed.suppression.id, token)).status).toBe(404)
  expect(await list('/api/admin/subscribers/?is_suppressed=true')).toEqual([])
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target_id'])
    .where('target', '=', 'address')
    .execute()
  expect(lines).toEqual([{ action: 'enabled', target_id: String(suppressed.suppression.id) }])
})

test('what was sent before an address was let again suppresses it no more, what is sent then does', async () => {
  const [old, late] = [await put('back@example.rw'), await put('back@example.rw')]
  await sendDue()
  await bounce(old, 'HARD')
  const { suppression } = (await list('/api/admin/outbox/', await app.signIn('ADMIN')))[0]
  app.advanceS(60)
  await lift(suppression.id, token)
  await bounce(late, 'HARD')
  expect(await suppressions()).toEqual([])
  app.advanceS(91 * dayS)
  await removeOldSuppressions(app.services)
  expect(await app.services.database.selectFrom('suppressions').select('id').execute()).toEqual([])
  const again = await put('back@example.rw')
  await sendDue()
  await bounce(again, 'HARD')
  expect(await suppressions()).toHaveLength(1)
})

test('who confirms the newsletter by the link in our email gets emails again', async () => {
  const subscribe = { method: 'POST', json: { email: 'aline@example.rw' } } as const
  const before = await put('aline@example.rw')
  await sendDue()
  await bounce(before, 'HARD')
  app.advanceS(60)
  await app.json('/api/website/subscribe/', subscribe)
  expect(await sendDue()).toBe(1)
  const asked = (await outbox()).at(-1)
  const link = /confirm\?token=(\S+)/.exec(asked?.body ?? '')?.[1]
  const confirm = { method: 'POST', json: { token: link } } as const
  expect((await app.json('/api/website/subscribe/confirm/', confirm)).status).toBe(200)
  expect(await suppressions()).toEqual([])
})

test('emails carry an address of their own for reports, and without the setting none', async () => {
  const id = await put('aline@example.rw')
  await sendDue()
  expect(mail.received[0]?.from).toMatch(
    new RegExp(String.raw`^bounces\+${id}\.[\da-f]{20}@huza\.example$`),
  )
  await put('aline@example.rw')
  const config = { ...app.services.config, bounceAddress: undefined }
  await sendDueEmails({ ...app.services, config }, mail.mailer)
  expect(mail.received[1]?.from).toBe('info@huza.example')
})

onPostgres(
  'an address that staff write to again stays so, though a report of before is stored at the same moment',
  async () => {
    const [one, two] = [await put('gone@example.rw'), await put('gone@example.rw')]
    await sendDue()
    await bounce(one, 'HARD')
    app.advanceS(60)
    await holdWhile(
      app,
      (lifting) =>
        liftSuppression(lifting, { email: 'gone@example.rw' }, app.services.now().toISOString()),
      [() => bounce(two, 'COMPLAINT')],
    )
    expect(await suppressions()).toEqual([])
  },
)
