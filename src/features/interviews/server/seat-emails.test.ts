import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailboxKey } from '#platform/mail/email-limits.ts'
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

const booked = async (first_name = 'Aline') =>
  createInterview(app.services, await panel.shortlisted(first_name), { slot })

test('who is moved can choose a time of the other cohort, and who is rejected none', async () => {
  const [moved, rejected] = [await booked(), await panel.shortlisted('Eric')]
  const late = await panel.createSlot()
  await createInterview(app.services, rejected, { slot: late })
  const cohort = await panel.otherCohort()
  await panel.staff('PATCH', 'applications/batch-move/', { application_ids: [moved], cohort })
  await panel.setStatus(rejected, 'REJECTED')
  const [one, two] = (await panel.emails()).map(({ body }) => body)
  expect(one).toContain('You can choose another time here:')
  expect(two).toContain('does not take place. We are sorry.')
  expect(two).not.toContain('interview?token')
  const names = await app.services.database
    .selectFrom('cohorts')
    .select('name')
    .where('id', '=', panel.cohort)
    .executeTakeFirstOrThrow()
  expect([one, two].every((body) => body?.includes(`interview for ${names.name} on`))).toBe(true)
})

test('who comes back while the email about the decision is on its way gets it no second time', async () => {
  const id = await booked()
  await panel.setStatus(id, 'REJECTED')
  await app.services.database.updateTable('outbox').set({ claim: 'sending' }).execute()
  await panel.setStatus(id, 'SHORTLISTED')
  const withheld = (await panel.emails()).map((one) => one.withheld)
  expect(withheld).toEqual(['OUTDATED', ''])
})

test('a decision is never held up by the limit of emails, and staff are told to call', async () => {
  const id = await panel.shortlisted()
  for (let turn = 0; turn < 5; turn += 1) {
    await panel.staff('POST', `interviews/${id}/book/`, { slot })
    if (turn < 4) await panel.staff('POST', `interviews/${id}/unbook/`)
  }
  await panel.setStatus(id, 'REJECTED')
  await panel.setStatus(id, 'SHORTLISTED')
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot })
  const { body } = await panel.setStatus(id, 'REJECTED')
  expect(body.notices).toEqual([
    'Aline Uwase was sent 10 emails within a day. The next one can be sent from 3 Mar 2026, 10:00. Please call them: their interview is cancelled.',
  ])
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: null })
  // They may have been called.
  expect((await panel.setStatus(id, 'SHORTLISTED')).body.notices).toEqual([
    expect.stringMatching(/\. Please call them: their interview takes place\.$/),
  ])
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot })
  expect(await panel.emails()).toHaveLength(9)
})

test('who could not be written to when their interview was cancelled is told that it takes place', async () => {
  const email = 'aline@example.rw'
  const id = await panel.shortlisted('Aline', { email })
  await createInterview(app.services, id, { slot })
  const limit = { key: mailboxKey('mailbox-staff', email), count: 10 }
  const resets_at = '2026-03-02T09:00:00.000Z'
  await app.services.database
    .insertInto('limits')
    .values({ ...limit, resets_at })
    .execute()
  await panel.setStatus(id, 'REJECTED')
  expect(await panel.emails()).toEqual([])
  app.advanceS(3600)
  await panel.setStatus(id, 'SHORTLISTED')
  expect((await panel.emails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your interview for .*: Wednesday 4 Mar 2026, 10:00$/),
  ])
})
