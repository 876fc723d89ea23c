import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUnclaimedFiles } from '#platform/storage/files.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  applicationForm,
  apply,
  countRows,
  createCohortAndStack,
  isSpoolEmpty,
} from '#testing/applying.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('an application is stored with its resume and its history, and takes a spot in the cohort', async () => {
  const target = await createCohortAndStack(app)
  const { status, body } = await apply(app, applicationForm(target))
  expect(body).toMatchObject({
    message: 'Application created successfully!',
    data: {
      first_name: 'Aline',
      cohort: target.cohort,
      tech_stack: 'python-backend',
      status: 'PENDING',
      done_at: '2026-03-02',
    },
  })
  expect(status).toBe(201)
  const file = await app.services.database.selectFrom('files').selectAll().executeTakeFirstOrThrow()
  expect(file).toMatchObject({ name: 'resume.pdf', type: 'application/pdf' })
  expect(file.claimed_at).not.toBeNull()
  expect(await app.services.storage.exists(file.key)).toBe(true)
  expect(await countRows(app, 'application_history')).toBe(1)
  const { body: cohorts } = await app.json('/api/website/cohorts/')
  expect(cohorts.results[0].total_registered).toBe(1)
  expect(await isSpoolEmpty(app)).toBe(true)
})

test('the applicant is told once that the application has arrived, in no words of their own', async () => {
  const target = await createCohortAndStack(app, { name: 'Web 12' })
  const typed = { first_name: 'evil.example', description: 'Click evil.example' }
  for (let time = 0; time < 2; time += 1) {
    await apply(app, applicationForm(target, typed), 'b7e23ec2-9af2-4c1c-8b8e-2f1d8a9c0d11')
  }
  const emails = await app.services.database.selectFrom('outbox').selectAll().execute()
  expect(emails).toMatchObject([{ subject: 'Your application for Web 12 has arrived' }])
  expect(emails[0]?.body).toMatch(/^Hello,/)
  expect(emails[0]?.parts).not.toContain('evil')
})

test('a mailbox that has had its emails today gets none, and the application is stored', async () => {
  const { tech_stack } = await createCohortAndStack(app)
  for (let count = 0; count < 11; count += 1) {
    const form = applicationForm({ cohort: await createCohort(app.services), tech_stack })
    expect((await apply(app, form)).status).toBe(201)
  }
  const { length } = await app.services.database.selectFrom('outbox').select('id').execute()
  expect([await countRows(app, 'applications'), length]).toEqual([11, 10])
})

test('all invalid fields are named in one response, with their messages', async () => {
  await createCohortAndStack(app)
  const { status, body } = await apply(app, new FormData())
  expect(status).toBe(400)
  expect(body).toEqual({
    first_name: ['First name is required'],
    last_name: ['Last name is required'],
    email: ['Email is required'],
    phone_number: ['Phone number is required'],
    date_of_birth: ['Date of birth is required'],
    identification: ['National ID is required'],
    cohort: ['Please select a cohort'],
    tech_stack: ['Tech stack is required'],
    gender: ['Gender is required'],
    resume: ['Resume is required'],
  })
})

test('errors from the database and the file are in the same response', async () => {
  const target = await createCohortAndStack(app, { status: 'upcoming' })
  const fake = new File(['MZ this is a program'], 'resume.pdf', { type: 'application/pdf' })
  const form = applicationForm(target, { first_name: '  ', tech_stack: 'cobol', resume: fake })
  const { status, body } = await apply(app, form)
  expect(status).toBe(400)
  expect(body).toEqual({
    first_name: ['First name is required'],
    tech_stack: ['This tech stack is not offered any more. Please choose another'],
    cohort: ['This cohort is not open for applications'],
    resume: ['Resume must be a PDF, DOC or DOCX file'],
  })
  expect(await countRows(app, 'files')).toBe(0)
  expect(await isSpoolEmpty(app)).toBe(true)
})

test.each([
  ['email', 'somebody', 'Please enter a valid email'],
  ['date_of_birth', '2026-02-30', 'Please enter a valid date'],
  ['date_of_birth', '2027-01-01', 'Please enter a valid date'],
  ['date_of_birth', '2008-03-03', 'You must be at least 18 years old'],
  ['identification', 'ab', 'Invalid National ID format'],
  ['identification', '12345 67890', 'Invalid National ID format'],
  ['identification', '1200270000000101'.repeat(2), 'Invalid National ID format'],
  ['gender', 'NONE', 'Gender is required'],
  ['level', 'BEGINNER', 'Please choose an experience level'],
  ['cohort', '999', 'Please select a cohort'],
  ['cohort', 'first', 'Please select a cohort'],
  ['done_at', 'yesterday', 'Please enter a valid date'],
  ['first_name', 'x'.repeat(101), 'At most 100 characters'],
  ['last_name', 'Uwase\u0000', 'This has characters that cannot be stored'],
])('%s of %j is refused: %s', async (field, value, message) => {
  const target = await createCohortAndStack(app)
  const { status, body } = await apply(app, applicationForm(target, { [field]: value }))
  expect(body).toEqual({ [field]: [message] })
  expect(status).toBe(400)
  expect(await countRows(app, 'applications')).toBe(0)
})

test('applicants turn 18 at midnight in Kigali, not UTC', async () => {
  const target = await createCohortAndStack(app)
  app.setNow('2026-03-02T22:30:00Z')
  const { status } = await apply(app, applicationForm(target, { date_of_birth: '2008-03-03' }))
  expect(status).toBe(201)
})

test('an email applies to a cohort once, ignoring case, but may apply to another cohort', async () => {
  const target = await createCohortAndStack(app)
  expect((await apply(app, applicationForm(target))).status).toBe(201)
  const again = await apply(app, applicationForm(target, { email: ' ALINE@example.rw' }))
  expect(again.status).toBe(400)
  expect(again.body).toEqual({ email: ['You have already applied to this cohort with this email'] })
  const { createCohort } = await import('#seed/factories/cohorts.ts')
  const other = { ...target, cohort: await createCohort(app.services) }
  expect((await apply(app, applicationForm(other))).status).toBe(201)
})

test('all spellings of one mailbox apply to a cohort once', async () => {
  const target = await createCohortAndStack(app)
  const send = (email: string) => apply(app, applicationForm(target, { email }))
  const first = 'ngũgĩ@exámple.rw'
  expect((await send(first)).status).toBe(201)
  const same = [first.toUpperCase(), first.normalize('NFD'), 'ngũgĩ@xn--exmple-qta.rw']
  const refused = ['ngũgĩ@ｅxámple.rw', `${first}.`, 'ngũgĩ@exámple(a).rw']
  for (const email of [...same, ...refused]) expect((await send(email)).status, email).toBe(400)
  expect(await countRows(app, 'applications')).toBe(1)
})

test('an application tells that an email has applied only when all else is right, and five times an hour', async () => {
  const target = await createCohortAndStack(app)
  await apply(app, applicationForm(target))
  const probe = (changes: Parameters<typeof applicationForm>[1], clientIp = '192.0.2.66') =>
    app.json('/api/website/application/', {
      method: 'POST',
      body: applicationForm(target, { first_name: 'Somebody', ...changes }),
      clientIp,
    })
  const onlyEmail = new FormData()
  onlyEmail.append('email', 'aline@example.rw')
  onlyEmail.append('cohort', String(target.cohort))
  const refused = await apply(app, onlyEmail)
  expect(refused.status).toBe(400)
  expect(refused.body).not.toHaveProperty('email')
  const fake = new File(['MZ this is a program'], 'resume.pdf', { type: 'application/pdf' })
  for (const wrong of [
    { tech_stack: 'cobol' },
    { date_of_birth: '2020-01-01' },
    { resume: fake },
  ]) {
    const { status, body } = await probe(wrong)
    expect([status, Object.keys(body)]).toEqual([400, Object.keys(wrong)])
  }
  for (let time = 0; time < 5; time += 1) {
    const message = 'You have already applied to this cohort with this email'
    expect((await probe({})).body).toEqual({ email: [message] })
  }
  expect((await probe({})).status).toBe(429)
  expect((await probe({ email: 'other@example.rw' })).status).toBe(201)
})

test('a deadline that is a day includes that day in Kigali', async () => {
  const target = await createCohortAndStack(app, { deadline: '2026-03-05' })
  app.setNow('2026-03-05T21:59:59Z')
  expect((await apply(app, applicationForm(target))).status).toBe(201)
  app.setNow('2026-03-05T22:00:00Z')
  const { body } = await apply(app, applicationForm(target, { email: 'late@example.rw' }))
  expect(body).toEqual({ cohort: ['Application deadline has passed'] })
})

test('without a deadline registration ends with the day before the start', async () => {
  const target = await createCohortAndStack(app, {
    deadline: null,
    start: '2026-04-10',
    end: '2026-07-10',
  })
  app.setNow('2026-04-09T21:59:59Z')
  expect((await apply(app, applicationForm(target))).status).toBe(201)
  app.setNow('2026-04-09T22:00:00Z')
  expect((await apply(app, applicationForm(target, { email: 'late@example.rw' }))).status).toBe(400)
})

test('of 200 concurrent applications for 5 spots, 5 are stored and 195 are told that the cohort is full', async () => {
  const target = await createCohortAndStack(app, { limit: 5 })
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      apply(
        app,
        applicationForm(target, { email: `applicant${index}@example.rw` }),
        `key-number-${index}`,
      ),
    ),
  )
  const stored = responses.filter((response) => response.status === 201)
  const refused = responses.filter((response) => response.status === 400)
  expect([stored.length, refused.length]).toEqual([5, 195])
  for (const { body } of refused)
    expect(body).toEqual({ cohort: ['This cohort is full. Please select another cohort'] })
  expect(await countRows(app, 'applications')).toBe(5)
  expect(await countRows(app, 'files')).toBe(5)
  const cohort = await app.services.database
    .selectFrom('cohorts')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(cohort.registered).toBe(5)
})

test('an application sent twice with one key is stored once and gets the same response', async () => {
  const target = await createCohortAndStack(app)
  const first = await apply(app, applicationForm(target), 'the-same-key')
  app.advanceS(60)
  const second = await apply(app, applicationForm(target), 'the-same-key')
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect([await countRows(app, 'applications'), await countRows(app, 'files')]).toEqual([1, 1])
})

test('an application for the last spot sent ten times concurrently with one key is stored once and gets the same response', async () => {
  const target = await createCohortAndStack(app, { limit: 1 })
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => apply(app, applicationForm(target), 'the-same-key')),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect([await countRows(app, 'applications'), await countRows(app, 'files')]).toEqual([1, 1])
})

test('a key that was used for another application is refused and reveals nothing about it', async () => {
  const target = await createCohortAndStack(app)
  await apply(app, applicationForm(target), 'the-same-key')
  const other = await apply(
    app,
    applicationForm(target, { email: 'other@example.rw' }),
    'the-same-key',
  )
  expect(other.status).toBe(409)
  expect(JSON.stringify(other.body)).not.toContain('Aline')
})

test('the upkeep removes unclaimed files and keeps claimed ones', async () => {
  const target = await createCohortAndStack(app)
  await apply(app, applicationForm(target))
  const { createResume } = await import('#seed/resume-pdf.ts')
  await createResume(app.services, 'Lost Applicant', [])
  expect(await removeUnclaimedFiles(app.services)).toBe(0)
  app.advanceS(3601)
  expect(await removeUnclaimedFiles(app.services)).toBe(1)
  expect(await countRows(app, 'files')).toBe(1)
})
