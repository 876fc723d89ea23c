import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { applicationForm, apply, countRows, createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test.each([
  ['is full', { limit: 1 }, '2026-03-02T12:00:00Z', /is full/],
  ['is over', { deadline: '2026-03-05' }, '2026-03-06T12:00:00Z', /deadline has passed/],
])(
  'an application that is changed after its answer was lost is said to be there, also when the cohort %s',
  async (_, cohort, now, message) => {
    const target = await createCohortAndStack(app, cohort)
    app.setNow('2026-03-02T11:00:00Z')
    await apply(app, applicationForm(target), 'the-first-key')
    app.setNow(now)
    const send = async (changes: Parameters<typeof applicationForm>[1]) => {
      const body = applicationForm(target, { first_name: 'Alina', ...changes })
      const sent = await app.json('/api/website/application/', {
        method: 'POST',
        body,
        clientIp: '192.0.2.66',
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      return { ...sent.body, retryAfter: sent.headers.get('retry-after') }
    }
    const full = { cohort: [expect.stringMatching(message)], retryAfter: null }
    const taken = 'You have already applied to this cohort with this email'
    for (let time = 0; time < 4; time += 1) {
      expect(await send({})).toEqual({ email: [taken], retryAfter: null })
    }
    expect(await send({ email: 'other@example.rw' })).toEqual(full)
    // Who asks for others learns no more after that, also by asking for none that has applied.
    expect(await send({})).toEqual(full)
    expect(await countRows(app, 'applications')).toBe(1)
  },
)

test('a full cohort is all that a wrong application is told of an email', async () => {
  const target = await createCohortAndStack(app, { limit: 1 })
  await apply(app, applicationForm(target))
  const { body } = await apply(app, applicationForm(target, { date_of_birth: '2020-01-01' }))
  expect(Object.keys(body)).toEqual(['date_of_birth', 'cohort'])
})
