import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { askFollower } from '#features/comments/server/followers.ts'
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { attemptErasure, startErasure } from './erase.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const stranger = 'stranger@example.com'
const victim = 'Admin.Keza@example.rw'

async function exported(email: string) {
  const token = await app.signIn('ADMIN')
  const response = await app.request('/api/admin/personal-data/export/', {
    ...{ method: 'POST', token, json: { email } },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return (
    strFromU8(files['data.json'] as Uint8Array) + strFromU8(files['summary.html'] as Uint8Array)
  )
}

async function erase(email: string) {
  const subject = { email_key: emailKeyOf(email), testimonial_ids: [] }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  await attemptErasure(app.services, erasedKinds, id)
  const job = app.services.database.selectFrom('erasures').selectAll().where('id', '=', id)
  return job.executeTakeFirstOrThrow()
}

/** A follower of a stranger's thread, who was sent a link for a new password. */
async function createFollower() {
  const { services } = app
  const articleId = await createArticle(services)
  const threadId = await createComment(services, articleId, {
    ...{ name: 'Sam Stranger', email: stranger, status: 'APPROVED' },
  })
  await services.database.transaction().execute(async (transaction) => {
    const asking = { commentId: threadId, threadId, email: victim, articleId }
    await askFollower(transaction, services, asking, services.now())
  })
  await createReset(victim)
}

const createReset = (recipient: string) =>
  putInOutbox(
    app.services.database,
    {
      ...{ recipient, subject: 'A new password' },
      parts: [{ text: 'Choose:', label: 'Choose', url: 'https://our.example/reset?token=secret' }],
    },
    app.services.now().toISOString(),
  )

test('who follows a thread, and their emails, are not of whoever began it', async () => {
  await createFollower()
  const { database } = app.services
  const followers = () => database.selectFrom('comment_followers').select('email').execute()
  expect(await followers()).toEqual([{ email: victim }])
  const text = await exported(stranger)
  expect(text).toContain('Sam Stranger')
  expect(text).not.toContain('secret')
  expect(text.toLowerCase()).not.toContain('keza')
  const emails = () => database.selectFrom('outbox').selectAll().orderBy('id').execute()
  const before = await emails()
  expect(await erase(stranger)).toMatchObject({ last_error: '' })
  expect(await emails()).toEqual(before)
})

test('an export tells that emails were sent, but not what their links are', async () => {
  await createReset(victim)
  const text = await exported(victim)
  expect(text).toContain('A new password')
  expect(text).not.toContain('secret')
})
