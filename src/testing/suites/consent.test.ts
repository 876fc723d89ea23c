import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { applicationForm, apply, createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const person = { full_name: 'Aline Uwase', email: 'aline@example.rw', phone: '+250788123456' }
const words = 'I want to know more about it.'
const send = (path: string, json: object) =>
  app.json(`/api/website${path}`, { method: 'POST', json })

/** What each form stores, and where staff see it. */
const forms: readonly (readonly [
  table: string,
  send: () => Promise<{ status: number }>,
  list: () => Promise<string> | string,
])[] = [
  [
    'applications',
    async () => apply(app, applicationForm(await createCohortAndStack(app))),
    () => '/website/application/',
  ],
  [
    'contact_messages',
    () => send('/contact-us/', { ...person, subject: 'Courses', message: words }),
    () => '/website/contact-us/',
  ],
  [
    'comments',
    async () =>
      send('/comments/', {
        name: person.full_name,
        email: person.email,
        message: words,
        is_published: true,
        news_id: await createArticle(app.services),
      }),
    () => '/website/comments/?status=ALL',
  ],
  ['subscribers', () => send('/subscribe/', { email: person.email }), () => '/admin/subscribers/'],
  [
    'event_registrations',
    async () =>
      send(`/events/${await createEvent(app.services)}/registrations/`, {
        ...person,
        organisation: '',
      }),
    async () => {
      const { event_id } = await app.services.database
        .selectFrom('event_registrations')
        .select('event_id')
        .executeTakeFirstOrThrow()
      return `/admin/events/${event_id}/registrations/`
    },
  ],
  [
    'testimonials',
    () =>
      send('/testimonies/', {
        full_name: person.full_name,
        title: 'Graduate',
        profile_picture: '',
        description: words,
      }),
    () => '/website/testimonies/?status=ALL',
  ],
]

test.each(forms)(
  'what is sent to %s keeps the version of the privacy page, which staff see',
  async (...[, sendForm, list]) => {
    const { status } = await sendForm()
    expect(status).toBeLessThan(300)
    const token = await app.signIn('ADMIN')
    const { body } = await app.json(`/api${await list()}`, { token })
    expect(body.results).toMatchObject([{ consent_version: privacyVersion }])
  },
)

test('whom staff subscribe agreed to no page of this site', async () => {
  const token = await app.signIn('ADMIN')
  const json = { email: 'odile@example.rw' }
  const { body } = await app.json('/api/admin/subscribers/', {
    method: 'POST',
    token,
    json,
  })
  expect(body).toMatchObject({ consent_version: '', consent_by: expect.stringMatching(/./) })
})

test('visitors are not shown it', async () => {
  for (const path of ['/website/testimonies/', '/website/news/']) {
    const { text } = await app.json(`/api${path}`).then(({ body }) => ({
      text: JSON.stringify(body),
    }))
    expect(text).not.toContain('consent_version')
  }
})
