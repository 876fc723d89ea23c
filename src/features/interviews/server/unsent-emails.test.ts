import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailboxKey } from '#platform/mail/email-limits.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createInterview } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews, withoutStatusEmails } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
let slot: number
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  await withoutStatusEmails(app)
  panel = await prepareInterviews(app)
  slot = await panel.createSlot()
})
afterEach(() => app[Symbol.asyncDispose]())

const invite = async (id: number) =>
  (await panel.staff('POST', 'interviews/invite/', { application_ids: [id] })).body.batch
const restore = (id: number) =>
  panel.staff('POST', 'trash/undo/', { kind: 'application', row_ids: [id] })
/** What the unsent emails are about, and why they are withheld. */
const unsent = async () =>
  (await panel.emails())
    .filter(({ sent_at }) => sent_at === null)
    .map(({ subject, withheld }) => [subject.split(/[: ]/)[0], withheld])
const sendAll = () =>
  app.services.database
    .updateTable('outbox')
    .set({ sent_at: app.services.now().toISOString(), next_try_at: null })
    .execute()

const booked = async () => {
  const id = await createInterview(app.services, await panel.shortlisted())
  expect((await panel.staff('POST', `interviews/${id}/book/`, { slot })).status).toBe(200)
  return id
}

test('an unsent email about a time is withheld by the decision that frees it', async () => {
  await panel.setStatus(await booked(), 'REJECTED')
  expect(await unsent()).toEqual([
    ['Your', 'OUTDATED'],
    ['Cancelled', ''],
  ])
})

test('who comes back to a time of which the email was withheld gets that again', async () => {
  const id = await booked()
  for (let turn = 0; turn < 2; turn += 1) {
    await panel.setStatus(id, 'REJECTED')
    await panel.setStatus(id, 'SHORTLISTED')
  }
  expect(await unsent()).toEqual([
    ['Your', 'OUTDATED'],
    ['Your', 'OUTDATED'],
    ['Your', ''],
  ])
  expect((await panel.bookings())[0]).toMatchObject({ slot_id: slot, seat: 1 })
  app.setNow('2026-03-04T07:55:00.000Z')
  await panel.setStatus(id, 'REJECTED')
  app.setNow('2026-03-04T08:05:00.000Z')
  await panel.setStatus(id, 'SHORTLISTED')
  // It has begun: they came, or got to know otherwise.
  expect((await panel.bookings())[0]).toMatchObject({ slot_id: slot, seat: 1 })
  expect((await unsent()).map(([, withheld]) => withheld)).toEqual(Array(3).fill('OUTDATED'))
})

/** Each closes an application, and returns what opens it again. */
const ways: [name: string, (id: number) => Promise<() => Promise<unknown>>][] = [
  [
    'rejected',
    async (id) => {
      await panel.setStatus(id, 'REJECTED')
      return () => panel.setStatus(id, 'SHORTLISTED')
    },
  ],
  [
    'rejected, and considered once more,',
    async (id) => {
      await panel.setStatus(id, 'REJECTED')
      return async () => {
        await panel.setStatus(id, 'REVIEWING')
        await panel.setStatus(id, 'SHORTLISTED')
      }
    },
  ],
  [
    'deleted',
    async (id) => {
      await panel.staff('DELETE', `applications/${id}/`)
      return () => restore(id)
    },
  ],
  [
    'put on the waiting list',
    async (id) => {
      const json = { application_ids: [id], is_waiting: true }
      const { body } = await panel.staff('PATCH', 'applications/batch-waiting/', json)
      return () => panel.undo(body.batch)
    },
  ],
]

test.each(ways)(
  'who is %s without a time gets no invitation that waited, and gets it after coming back',
  async (_, close) => {
    const id = await panel.shortlisted()
    const batch = await invite(id)
    const open = await close(id)
    const invitation = (await unsent())[0]?.[0]
    expect(await unsent()).toEqual([[invitation, 'OUTDATED']])
    await open()
    expect(await unsent()).toEqual([
      [invitation, 'OUTDATED'],
      [invitation, ''],
    ])
    await panel.undo(batch)
    expect(await unsent()).toEqual([[invitation, 'OUTDATED']])
  },
)

test.each(ways)('who is %s and has got the invitation gets no second one', async (_, close) => {
  const id = await panel.shortlisted()
  await invite(id)
  await sendAll()
  await (await close(id))()
  expect(await panel.emails()).toHaveLength(1)
})

test('an invitation that waits while somebody is moved names the other cohort', async () => {
  const id = await panel.shortlisted()
  await invite(id)
  const cohort = await panel.otherCohort()
  await panel.staff('PATCH', 'applications/batch-move/', { application_ids: [id], cohort })
  const { name } = await app.services.database
    .selectFrom('cohorts')
    .select('name')
    .where('id', '=', cohort)
    .executeTakeFirstOrThrow()
  const [first, second] = await panel.emails()
  expect([first?.withheld, second?.withheld]).toEqual(['OUTDATED', ''])
  expect(second?.body).toContain(name)
})

test('who is rejected is still told that a time before was cancelled', async () => {
  const id = await booked()
  await sendAll()
  await panel.staff('POST', `interviews/${id}/unbook/`)
  await panel.setStatus(id, 'REJECTED')
  expect(await unsent()).toEqual([['Cancelled', '']])
})

test('of who comes back and may not be written to, staff are told to call', async () => {
  const email = 'aline@example.rw'
  const id = await panel.shortlisted('Aline', { email })
  await invite(id)
  await panel.setStatus(id, 'REJECTED')
  await app.services.database
    .updateTable('limits')
    .set({ count: 10 })
    .where('key', '=', mailboxKey('mailbox-staff', email))
    .execute()
  expect((await panel.setStatus(id, 'SHORTLISTED')).body.notices).toEqual([
    expect.stringMatching(/\. Please call them: they have no link to choose a time\.$/),
  ])
  expect(await panel.emails()).toHaveLength(1)
})

test('a reminder replaces an invitation that was not sent', async () => {
  await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const id = await panel.shortlisted()
  await invite(id)
  app.advanceS(86_400)
  await panel.staff('POST', 'interviews/remind/', { application_ids: [id] })
  expect((await unsent()).map(([, withheld]) => withheld)).toEqual(['OUTDATED', ''])
})

test('an invitation that is on its way while it is taken back is not tried again', async () => {
  const batch = await invite(await panel.shortlisted())
  const send = async () => {
    await panel.undo(batch)
    throw new Error('Timeout')
  }
  await sendDueEmails(app.services, { send })
  expect((await unsent()).map(([, withheld]) => withheld)).toEqual(['OUTDATED'])
  app.advanceS(24 * 60 * 60)
  let sent = 0
  const count = async () => {
    sent += 1
  }
  await sendDueEmails(app.services, { send: count })
  expect([sent, await panel.bookings()]).toEqual([0, []])
})
