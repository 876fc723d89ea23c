import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { createUser, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createImage } from '#seed/factories/images.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { redAndBlue } from '#seed/factories/sample-images.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { procedures } from '../bad-requests.ts'
import { unraced, unracedEdits } from '../unraced.ts'

/**
 * Each write of staff leaves a line of the audit log. Deletions show it in deletions.test.ts, and those that are raced in
 * concurrent-edits.test.ts; the others are called here, or name the test that shows it.
 */

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  token = await app.signIn('ADMIN')
})
afterAll(() => app[Symbol.asyncDispose]())

type Call = { id?: number | string; json?: object; body?: FormData; as?: string }

async function cohortWithOne(overrides: object = {}) {
  const cohort = await createCohort(app.services)
  const tech_stack = await createTechStack(app.services, { id: `stack-${crypto.randomUUID()}` })
  await createApplication(app.services, { cohort, tech_stack }, overrides)
  return cohort
}
const anAdmin = async () => (await createUser(app.services)).id
const application = async () =>
  createApplication(app.services, {
    cohort: await createCohort(app.services),
    tech_stack: await createTechStack(app.services, { id: `stack-${crypto.randomUUID()}` }),
  })
const comment = async (message: string = crypto.randomUUID()) =>
  createComment(app.services, await createArticle(app.services), {
    ...{ status: 'PENDING', email: `${crypto.randomUUID()}@example.rw`, message },
  })
const certificate = {
  ...{ full_name: 'Noëlla Mukamana', course: 'UX/UI Design', cohort: 'Women in Tech Cohort 4' },
  ...{ email: 'noella@example.rw', start: '2025-10-06', end: '2026-01-09' },
}
const cohort = { name: 'Huye 1', status: 'open', start: '2026-05-04', end: '2026-08-03', limit: 20 }
const event = {
  ...{ title: 'Talent Day', description: 'Forty graduates.', category: 'Work', type: 'conference' },
  ...{ starts_at: '2026-04-10T07:00:00.000Z', ends_at: '2026-04-10T15:30:00.000Z' },
  location: 'Kigali',
}
const issue = { subject: 'Spring', content: '<p>News.</p>', article_ids: [] }
const article = {
  ...{ title: 'Why Kigali', category: 'africa', author: 'Aline Uwase' },
  ...{ description: 'An answer that we owe to many.', content: '<p>Because.</p>' },
}

/** A filter with what a user saw of its list. */
const seen = (filters: object = {}) => ({
  ...{ filters, seen_at: app.services.now().toISOString(), seen_total: 500 },
})

async function user() {
  const created = await createUser(app.services)
  return { created, as: await signInAs(app.services, created) }
}

async function secondFactor() {
  const { as } = await user()
  const json = { password: testPassword }
  const { body } = await app.json('/api/auth/totp/start/', { method: 'POST', token: as, json })
  const epoch = app.services.now().getTime() / 1000
  return { as, code: await generate({ secret: body.secret, epoch }) }
}

/** An entry of the trash. */
async function discarded(): Promise<{ id: number; row_id: string }> {
  const id = await createMessage(app.services)
  await app.json(`/api/admin/contacts/${id}/`, { method: 'DELETE', token })
  return (await app.json('/api/admin/trash/?kind=message', { token })).body.results[0]
}

const failedEmail = async () =>
  putInOutbox(
    app.services.database,
    { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello.'] },
    app.services.now().toISOString(),
  )

const calls: Readonly<Record<string, () => Call | Promise<Call>>> = {
  'accounts.changePassword': async () => ({
    ...{ as: (await user()).as },
    json: { current_password: testPassword, new_password: 'another password for tests' },
  }),
  'accounts.confirmSecondFactor': async () => {
    const { as, code } = await secondFactor()
    return { as, json: { code } }
  },
  'accounts.disableSecondFactor': async () => {
    const { as, code } = await secondFactor()
    const init = { method: 'POST', token: as, json: { code } }
    const [recovery] = (await app.json('/api/auth/totp/confirm/', init)).body.recovery_codes
    return { as, json: { password: testPassword, code: recovery } }
  },
  'applications.assignMatching': async () => ({
    json: { ...seen({ cohort_id: [await cohortWithOne()] }), assignees: [await anAdmin()] },
  }),
  'applications.changeMatching': async () => ({
    json: { ...seen({ cohort_id: [await cohortWithOne()] }), status: 'REVIEWING' },
  }),
  'applications.changeWaitingMatching': async () => ({
    json: { ...seen({ cohort_id: [await cohortWithOne()] }), is_waiting: true },
  }),
  'applications.moveMatching': async () => ({
    json: {
      ...seen({ cohort_id: [await cohortWithOne()] }),
      cohort: await createCohort(app.services),
    },
  }),
  'applications.promoteNext': async () => ({
    ...{ id: await cohortWithOne({ waiting_since: '2026-02-01T08:00:00.000Z' }), json: {} },
  }),
  'certificates.import': () => {
    const body = new FormData()
    const head = 'Certificate number;Full name;E-mail address;Course;Cohort;Start;End;Issued on'
    const line = ';Aline;aline@example.rw;UX Design;Cohort 4;2025-10-06;2026-01-09;'
    body.append('file', new File([`${head}\n${line}\n`], 'list.csv', { type: 'text/csv' }))
    return { body }
  },
  'comments.decideMatching': async () => {
    await comment()
    return { json: { ...seen({ status: 'PENDING' }), action: 'reject' } }
  },
  'comments.decideWave': async () => {
    const link = `https://${crypto.randomUUID()}.example`
    for (const name of ['One', 'Two', 'Three']) await comment(`${name} ${link}`)
    const { body } = await app.json('/api/admin/comments/waves/', { token })
    const { filters, ...rest } = seen()
    return { json: { ...rest, wave: body.results[0].id, action: 'reject' } }
  },
  'contact.changeMatching': async () => {
    await createMessage(app.services)
    return { json: { ...seen({ status: 'NEW' }), action: 'mark_resolved' } }
  },
  'images.deleteEach': async () => {
    await createImage(app.services)
    const images = app.services.database.selectFrom('images').select('id').orderBy('id', 'desc')
    return { json: { image_ids: [(await images.executeTakeFirstOrThrow()).id] } }
  },
  'outbox.lift': async () => {
    const row = { email: 'gone@example.rw', email_key: 'gone@example.rw', detail: '' }
    const suppression = await app.services.database
      .insertInto('suppressions')
      .values({ ...row, reason: 'HARD_BOUNCE', created_at: app.services.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: suppression.id }
  },
  'outbox.retry': async () => ({ id: await failedEmail() }),
  'outbox.retryFailed': async () => {
    await failedEmail()
    return {}
  },
  'trash.deleteEach': async () => ({ json: { trash_ids: [(await discarded()).id] } }),
  'trash.restore': async () => ({ id: (await discarded()).id }),
  'trash.restoreEach': async () => ({ json: { trash_ids: [(await discarded()).id] } }),
  'trash.undo': async () => ({
    json: { kind: 'message', row_ids: [(await discarded()).row_id] },
  }),
  'applications.changeStatus': async () => ({
    ...{ id: await application(), json: { status: 'REVIEWING' } },
  }),
  'applications.export': () => ({ json: {} }),
  'analytics.export': () => ({ json: { from: '2026-03-01', to: '2026-03-03' } }),
  'applicationNotes.add': async () => ({ id: await application(), json: { text: 'A note' } }),
  'certificates.create': () => ({ json: certificate }),
  'certificates.export': () => ({ json: {} }),
  'certificates.resend': async () => ({ id: (await createCertificate(app.services)).id }),
  'cohorts.create': () => ({ json: cohort }),
  'cohorts.duplicate': async () => ({ id: await createCohort(app.services) }),
  'commentBlocks.create': () => ({ json: { kind: 'word', value: 'casino' } }),
  'comments.answer': async () => ({ id: await comment(), json: { message: 'Thank you.' } }),
  'comments.approve': async () => ({ id: await comment() }),
  'comments.reject': async () => ({ id: await comment() }),
  'comments.batch': async () => ({ json: { comment_ids: [await comment()], action: 'reject' } }),
  'contact.addNote': async () => ({
    ...{ id: await createMessage(app.services), json: { text: 'A note' } },
  }),
  'contact.export': () => ({ json: {} }),
  'drafts.create': () => ({}),
  'eventRegistrations.export': async () => ({ id: await createEvent(app.services), json: {} }),
  'events.create': () => ({ json: event }),
  'auditLog.export': () => ({ json: {} }),
  'images.upload': async () => {
    const body = new FormData()
    const picture = await redAndBlue(120, 80).jpeg().toBuffer()
    body.append('image', new File([new Uint8Array(picture)], 'picture.jpg'))
    return { body }
  },
  'interviews.export': () => ({ json: {} }),
  'news.create': () => ({ json: article }),
  'newsletter.create': () => ({ json: { email: 'new@example.rw' } }),
  'newsletter.export': () => ({ json: {} }),
  'newsletterIssues.create': () => ({ json: issue }),
  'personalData.decline': async () => {
    const { id } = await app.services.database
      .insertInto('privacy_requests')
      .values({
        ...{ email: 'aline@example.rw', email_key: 'aline@example.rw', reasons: '[]' },
        created_at: app.services.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, json: { reason: 'You start on Monday.' } }
  },
  'personalData.erase': () => ({
    json: { email: 'nobody@example.rw', confirmation: 'nobody@example.rw' },
  }),
  'personalData.export': () => ({ json: { email: 'nobody@example.rw' } }),
  'personalData.find': () => ({ json: { sought: 'nobody@example.rw' } }),
  'replyTemplates.create': () => ({ json: { title: 'Thanks', text: 'Thank you.' } }),
  'tags.create': () => ({ json: { name: 'Careers' } }),
  'talents.changeMatching': async () => {
    await createTalent(app.services)
    return { json: { ...seen({ status: ['NEW'] }), status: 'CONTACTED' } }
  },
  'talents.export': () => ({ json: {} }),
  'team.create': () => ({ json: { full_name: 'Claudine Mukamana', position: 'Director' } }),
  'techStacks.create': () => ({ json: { name: 'Rust' } }),
  'testimonials.create': () => ({
    json: { full_name: 'Divine', title: 'Developer', description: 'On the first day I was shy.' },
  }),
  'users.create': () => ({ json: { name: 'New', email: 'new@huza.example', role: 'EDITOR' } }),
  'users.signOut': async () => ({ id: (await createUser(app.services)).id }),
  'views.create': () => ({
    json: { list: 'events', name: 'Mine', parameters: '', is_shared: false, is_pinned: false },
  }),
}

/** The tests that show the line of calls that take more than a request. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  'analytics/server/links.test.ts': ['analytics.createLink', 'analytics.revokeLink'],
  'applications/server/notes.test.ts': ['applicationNotes.checkOff'],
  'applications/server/scores.test.ts': ['applicationScores.score'],
  'applications/server/status-emails.test.ts': ['statusEmails.leaveOut'],
  'batches/server/batches.test.ts': ['batches.undo'],
  'certificates/server/changes.test.ts': ['certificates.revoke'],
  'certificates/server/issue-cohort.test.ts': ['certificates.issueCohort'],
  'comments/server/decisions.test.ts': ['comments.undo'],
  'contact/server/inbox.test.ts': ['contact.restore'],
  'contact/server/replies.test.ts': ['contact.reply'],
  'events/server/check-in.test.ts': ['eventRegistrations.checkIn', 'eventRegistrations.resend'],
  'interviews/server/invite.test.ts': [
    ...['interviews.invite', 'interviews.inviteMatching', 'interviews.remindMatching'],
  ],
  'interviews/server/slots.test.ts': ['interviews.createSlots', 'interviews.cancelSlots'],
  'news/server/tags.test.ts': ['tags.merge'],
  'newsletter/server/import.test.ts': ['newsletter.import'],
  'newsletter/server/issues.test.ts': ['newsletterIssues.send', 'newsletterIssues.steer'],
  'settings/server/settings.test.ts': ['settings.restore'],
}

const leavesNone: Readonly<Record<string, string>> = {
  'overview.saveDigest': 'a choice that concerns nobody else',
  'accounts.startSecondFactor': 'nothing is in force before it is confirmed',
  'certificates.previewImport': 'reads',
  'drafts.checkLinks': 'reads',
  'newsletter.previewImport': 'reads',
  'newsletterIssues.test': 'only whoever asks for it gets the email',
  'statusEmails.preview': 'reads',
  'statusEmails.test': 'only whoever asks for it gets the email',
  'visitorEmails.preview': 'reads',
  'visitorEmails.test': 'only whoever asks for it gets the email',
  'contact.open': 'to read is no change',
  'contact.saveDraft': 'what is typed is saved every few seconds, and sent by another call',
  'presence.stay': 'to have something open changes nothing',
  'drafts.restore': 'the text becomes a draft like any other, and a revision',
}

const isOfStaff = ({ name, access }: (typeof procedures)[number]) =>
  access !== 'public' || name === 'testimonials.create'

test('every write of staff that is not raced is called here, or says where its line is shown', () => {
  const wanted = procedures
    .filter(({ method, name }) => method !== 'DELETE' && (name in unraced || name in unracedEdits))
    .filter(isOfStaff)
    .map(({ name }) => name)
  const named = [calls, leavesNone].flatMap((some) => Object.keys(some))
  expect([...named, ...Object.values(shownIn).flat()].sort()).toEqual(wanted.sort())
})

const features = join(import.meta.dirname, '../../features')

test.each(Object.keys(shownIn))('%s reads the audit log', (file) => {
  const path = join(features, file)
  expect(existsSync(path) && readFileSync(path, 'utf8')).toMatch(/audit/)
})

const countLines = async () => {
  const lines = app.services.database.selectFrom('audit_log').select('id')
  return (await lines.execute()).length
}

test.each(Object.entries(calls))('%s leaves a line of the audit log', async (name, prepare) => {
  const { id = '', json, body, as = token } = await prepare()
  const before = await countLines()
  const { method = '', path = '' } = procedures.find((one) => one.name === name) ?? {}
  const encoded = body && new Response(body)
  const { status, ...response } = await app.json(`/api${path.replace('{id}', String(id))}`, {
    ...{ method, token: as },
    ...(encoded
      ? {
          body: await encoded.arrayBuffer(),
          headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
        }
      : { json: json ?? {} }),
  })
  expect([200, 201, 204], JSON.stringify(response.body)).toContain(status)
  expect(await countLines()).toBe(before + 1)
})
