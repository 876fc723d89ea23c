import { afterEach, beforeEach, expect, test } from 'vitest'
import { retryEmail } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startDeciding } from '#testing/deciding.ts'

let site: Awaited<ReturnType<typeof startDeciding>>
beforeEach(async () => {
  site = await startDeciding()
})
afterEach(() => site[Symbol.asyncDispose]())

/** Begins to send what is due, does something meanwhile, and gets no answer of the mail server. */
async function failWhile<Result>(work: () => Promise<Result>) {
  site.app.advanceS(15 * 60)
  await site.signInAgain()
  const results: Result[] = []
  const send = async () => {
    results.push(await work())
    throw new Error('Timeout')
  }
  await sendDueEmails(site.app.services, { send })
  expect(results).toHaveLength(1)
  return results[0] as Result
}

const undo = async (batch: number) =>
  JSON.stringify((await site.call('POST', `/admin/batches/${batch}/undo/`, {})).body)
const onItsWay = '1 applicant may be told by email all the same: it is on its way.'
const statesOf = async (id: number) =>
  (await site.call('GET', `/website/application/${id}/`)).body.history.flatMap(
    ({ email }: { email: { state: string } | null }) => email?.state ?? [],
  )
/** The subjects of what arrives within a day. */
async function arrived() {
  await site.send(24 * 60)
  return site.mail.received.map(({ text }) => /^Subject: (.*)/m.exec(text)?.[1])
}
const outbox = () => site.app.services.database.selectFrom('outbox').selectAll().execute()

test('an email that is on its way while its decision is undone is not tried again', async () => {
  const id = await site.create()
  const { batch } = await site.decideAll([id], 'REJECTED')
  expect(await failWhile(() => undo(batch))).toContain(onItsWay)
  expect(await statesOf(id)).toEqual(['WAITING'])
  expect(await arrived()).toEqual([])
  expect(await statesOf(id)).toEqual(['CANCELLED'])
  const [email] = await outbox()
  expect(await retryEmail(site.app.services, email?.id ?? 0)).toBe(false)
  await site.app.services.database.deleteFrom('outbox').execute()
  expect(await statesOf(id)).toEqual(['CANCELLED'])
  await site.decide(id, 'REJECTED')
  expect(await site.subjects()).toEqual(['Your application for Web 12'])
})

test('an email that arrives while its decision is undone was sent, as the history says', async () => {
  const id = await site.create()
  const { batch } = await site.decideAll([id], 'REJECTED')
  site.app.advanceS(15 * 60)
  await site.signInAgain()
  let told = ''
  const send = async () => {
    told = await undo(batch)
  }
  await sendDueEmails(site.app.services, { send })
  expect(told).toContain(onItsWay)
  expect(await statesOf(id)).toEqual(['SENT'])
})

test('an email that is on its way while another decision is made is not tried again', async () => {
  const id = await site.create()
  await site.decide(id, 'REJECTED')
  await failWhile(() => site.decide(id, 'SHORTLISTED'))
  expect(await arrived()).toEqual(['Your application for Web 12: you are on the shortlist'])
  expect(await statesOf(id)).toEqual(['SENT', 'CANCELLED'])
})

test('an email that was taken back on its way and has failed counts for nothing later', async () => {
  const id = await site.create()
  await site.decide(id, 'ACCEPTED')
  await failWhile(() => site.decide(id, 'SHORTLISTED'))
  expect(await arrived()).toEqual(['Your application for Web 12: you are on the shortlist'])
  await site.signInAgain()
  const cohort = await createCohort(site.app.services, { name: 'Web 13' })
  await site.call('PATCH', '/admin/applications/batch-move/', { application_ids: [id], cohort })
  expect(await arrived()).toContain('Your application is for Web 13 now')
})

test('an email that is left out while it is on its way is not tried again', async () => {
  const id = await site.create()
  await site.decide(id, 'REJECTED')
  const leaveOut = () => site.call('POST', `/admin/applications/${id}/emails/cancel/`)
  expect((await failWhile(leaveOut)).status).toBe(409)
  expect(await arrived()).toEqual([])
  expect(await statesOf(id)).toEqual(['CANCELLED'])
})

test('an email about a decision is tried again although its applicant was moved meanwhile', async () => {
  const id = await site.create()
  await site.decide(id, 'ACCEPTED')
  const cohort = await createCohort(site.app.services, { name: 'Web 13' })
  await failWhile(() =>
    site.call('PATCH', '/admin/applications/batch-move/', { application_ids: [id], cohort }),
  )
  expect(await arrived()).toEqual(['Welcome to Web 12', 'Your application is for Web 13 now'])
})

test('an email that is on its way while its application is deleted is not tried again', async () => {
  const [one, two] = [await site.create(), await site.create()]
  await site.decide(one, 'REJECTED')
  await failWhile(() => site.call('DELETE', `/admin/applications/${one}/`))
  expect(await arrived()).toEqual([])
  await site.decide(two, 'REJECTED')
  // As the upkeep does, and the deletion of a cohort.
  await failWhile(() =>
    site.app.services.database.deleteFrom('applications').where('id', '=', two).execute(),
  )
  expect(await arrived()).toEqual([])
  expect((await outbox()).map(({ claim, withheld }) => [claim, withheld])).toEqual([
    [null, 'OUTDATED'],
    [null, 'OUTDATED'],
  ])
})

test('an email whose process has died is cancelled like one that waits', async () => {
  const id = await site.create()
  const { batch } = await site.decideAll([id], 'REJECTED')
  const next_try_at = site.app.services.now().toISOString()
  await site.app.services.database
    .updateTable('outbox')
    .set({ claim: 'that of a process which was killed', next_try_at })
    .execute()
  expect(await undo(batch)).not.toContain('by email')
  expect([await statesOf(id), await outbox()]).toEqual([['CANCELLED'], []])
})
