import { generate } from 'otplib'
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
import { noella } from './certificates.ts'
import { services, world } from './races/race.ts'

/** A request: the id in its URL, its body, and the token of who sends it, unless it is the administrator. */
type AuditedCall = { id?: number | string; json?: object; body?: FormData; as?: string }

async function cohortWithOne(overrides: object = {}) {
  const cohort = await createCohort(services())
  const tech_stack = await createTechStack(services(), { id: `stack-${crypto.randomUUID()}` })
  await createApplication(services(), { cohort, tech_stack }, overrides)
  return cohort
}
const anAdmin = async () => (await createUser(services())).id
const application = async () =>
  createApplication(services(), {
    cohort: await createCohort(services()),
    tech_stack: await createTechStack(services(), { id: `stack-${crypto.randomUUID()}` }),
  })
const comment = async (message: string = crypto.randomUUID()) =>
  createComment(services(), await createArticle(services()), {
    status: 'PENDING',
    email: `${crypto.randomUUID()}@example.rw`,
    message,
  })
const cohort = { name: 'Huye 1', status: 'open', start: '2026-05-04', end: '2026-08-03', limit: 20 }
const event = {
  title: 'Talent Day',
  description: 'Forty graduates.',
  category: 'Work',
  type: 'conference',
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T15:30:00.000Z',
  location: 'Kigali',
}
const issue = { subject: 'Spring', content: '<p>News.</p>', article_ids: [] }
const article = {
  title: 'Why Kigali',
  category: 'africa',
  author: 'Aline Uwase',
  description: 'An answer that we owe to many.',
  content: '<p>Because.</p>',
}

/** A filter with what a user saw of its list. */
const seen = (filters: object = {}) => ({
  filters,
  seen_at: services().now().toISOString(),
  seen_total: 500,
})

async function user() {
  const created = await createUser(services())
  return { created, as: await signInAs(services(), created) }
}

async function secondFactor() {
  const { as } = await user()
  const json = { password: testPassword }
  const { body } = await world.app.json('/api/auth/totp/start/', {
    method: 'POST',
    token: as,
    json,
  })
  const epoch = services().now().getTime() / 1000
  return { as, code: await generate({ secret: body.secret, epoch }) }
}

/** What proves the identity of a user whose second factor is on. */
async function identityProof() {
  const { as, code } = await secondFactor()
  const init = { method: 'POST', token: as, json: { code } }
  const [recovery] = (await world.app.json('/api/auth/totp/confirm/', init)).body.recovery_codes
  return { as, json: { password: testPassword, code: recovery } }
}

/** An entry of the trash. */
async function discarded(): Promise<{ id: number; row_id: string }> {
  const id = await createMessage(services())
  await world.app.json(`/api/admin/contacts/${id}/`, { method: 'DELETE', token: world.token })
  return (await world.app.json('/api/admin/trash/?kind=message', { token: world.token })).body
    .results[0]
}

const failedEmail = async () =>
  putInOutbox(
    services().database,
    { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello.'] },
    services().now().toISOString(),
  )

/** Writes of staff that leave a line of the audit log, by their names. Each prepares what it writes to. */
export const auditedCalls: Readonly<Record<string, () => AuditedCall | Promise<AuditedCall>>> = {
  'accounts.changePassword': async () => ({
    as: (await user()).as,
    json: { current_password: testPassword, new_password: 'another password for tests' },
  }),
  'accounts.confirmSecondFactor': async () => {
    const { as, code } = await secondFactor()
    return { as, json: { code } }
  },
  'accounts.disableSecondFactor': identityProof,
  'accounts.renewRecoveryCodes': identityProof,
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
      cohort: await createCohort(services()),
    },
  }),
  'applications.promoteNext': async () => ({
    id: await cohortWithOne({ waiting_since: '2026-02-01T08:00:00.000Z' }),
    json: {},
  }),
  'certificates.import': () => {
    const body = new FormData()
    const head = 'Certificate number;Full name;Email address;Course;Cohort;Start;End;Issued on'
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
    const { body } = await world.app.json('/api/admin/comments/waves/', { token: world.token })
    const { filters, ...rest } = seen()
    return { json: { ...rest, wave: body.results[0].id, action: 'reject' } }
  },
  'contact.changeMatching': async () => {
    await createMessage(services())
    return { json: { ...seen({ status: 'NEW' }), action: 'mark_resolved' } }
  },
  'images.deleteEach': async () => {
    await createImage(services())
    const images = services().database.selectFrom('images').select('id').orderBy('id', 'desc')
    return { json: { image_ids: [(await images.executeTakeFirstOrThrow()).id] } }
  },
  'outbox.lift': async () => {
    const row = { email: 'gone@example.rw', email_key: 'gone@example.rw', detail: '' }
    const suppression = await services()
      .database.insertInto('suppressions')
      .values({ ...row, reason: 'HARD_BOUNCE', created_at: services().now().toISOString() })
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
    id: await application(),
    json: { status: 'REVIEWING' },
  }),
  'applications.export': () => ({ json: {} }),
  'analytics.export': () => ({ json: { from: '2026-03-01', to: '2026-03-03' } }),
  'analytics.createLink': () => ({
    json: {
      name: 'The board',
      sections: ['visits'],
      from: '2026-03-01',
      to: '2026-03-02',
      ends_on: '2026-03-31',
    },
  }),
  'applicationNotes.add': async () => ({ id: await application(), json: { text: 'A note' } }),
  'certificates.create': () => ({ json: noella }),
  'certificates.export': () => ({ json: {} }),
  'certificates.resend': async () => ({ id: (await createCertificate(services())).id }),
  'cohorts.create': () => ({ json: cohort }),
  'cohorts.duplicate': async () => ({ id: await createCohort(services()) }),
  'commentBlocks.create': () => ({ json: { kind: 'word', value: 'casino' } }),
  'comments.answer': async () => ({ id: await comment(), json: { message: 'Thank you.' } }),
  'comments.approve': async () => ({ id: await comment() }),
  'comments.reject': async () => ({ id: await comment() }),
  'comments.batch': async () => ({ json: { comment_ids: [await comment()], action: 'reject' } }),
  'contact.addNote': async () => ({
    id: await createMessage(services()),
    json: { text: 'A note' },
  }),
  'contact.export': () => ({ json: {} }),
  'drafts.create': () => ({}),
  'eventRegistrations.export': async () => ({ id: await createEvent(services()), json: {} }),
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
    const { id } = await services()
      .database.insertInto('privacy_requests')
      .values({
        email: 'aline@example.rw',
        email_key: 'aline@example.rw',
        reasons: '[]',
        created_at: services().now().toISOString(),
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
    await createTalent(services())
    return { json: { ...seen({ status: ['NEW'] }), status: 'CONTACTED' } }
  },
  'talents.export': () => ({ json: {} }),
  'team.create': () => ({ json: { full_name: 'Claudine Mukamana', position: 'Director' } }),
  'techStacks.create': () => ({ json: { name: 'Rust' } }),
  'testimonials.create': () => ({
    json: { full_name: 'Divine', title: 'Developer', description: 'On the first day I was shy.' },
  }),
  'users.create': () => ({
    json: {
      name: 'New',
      email: 'new@huza.example',
      role: 'EDITOR',
      current_password: testPassword,
    },
  }),
  'users.signOut': async () => ({ id: (await createUser(services())).id }),
  'views.create': () => ({
    json: { list: 'events', name: 'Mine', parameters: '', is_shared: false, is_pinned: false },
  }),
}
