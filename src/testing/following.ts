import { expect } from 'vitest'
import { emailAnswers } from '#features/comments/server/tell-followers.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp } from './app.ts'
import { startMailServer } from './mail-server.ts'

export const aline = { name: 'Aline Uwase', email: 'aline@example.rw' }
export const eric = { name: 'Eric Mugisha', email: 'eric@example.rw' }

/** The token of the link in an email. */
export const tokenIn = (body = '') => /token=(\S+)/.exec(body)?.[1] ?? ''

/** Starts the app with a mail server and an article, below which visitors ask to be told of answers. */
export async function startFollowing() {
  const app = await startTestApp({ SITE_URL: 'https://huza.example' })
  const mail = await startMailServer()
  const article = await createArticle(app.services, { title: 'Why Kigali' })
  const { database } = app.services

  let clients = 0
  /** Sends a form that was opened a minute ago, from a network of its own. */
  function post(path: string, json: object) {
    const form_token = issueFormToken(app.services)
    app.advanceS(60)
    clients += 1
    const clientIp = `10.1.${clients >> 8}.${clients & 255}`
    return app.json(`/api/website/${path}/`, {
      method: 'POST',
      json: { form_token, ...json },
      clientIp,
    })
  }
  const comment = (more: object = {}) =>
    post('comments', {
      ...aline,
      message: 'How long does a cohort take?',
      news_id: article,
      notify: true,
      ...more,
    })
  let replies = 0
  const written = () =>
    database
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body', 'unsubscribe_link', 'list_key'])
      .orderBy('id')
      .execute()
  const call = (action: 'confirm' | 'stop', token: string) =>
    app.json(`/api/website/comment-answers/${action}/`, { method: 'POST', json: { token } })

  return {
    app,
    mail,
    article,
    comment,
    written,
    call,
    reply(to: number, more: object = {}) {
      replies += 1
      const message = `It takes three months, number ${replies}.`
      return post('reply-comments', { ...eric, message, comment_id: to, ...more })
    },
    /** The emails about answers. */
    answers: async () => (await written()).filter(({ list_key }) => list_key !== ''),
    tell: () => emailAnswers(app.services),
    stateOf: (token: string) =>
      app.json(`/api/website/comment-answers/?token=${encodeURIComponent(token)}`),
    followers: () => database.selectFrom('comment_followers').selectAll().orderBy('id').execute(),
    /** A comment whose author has confirmed to be told of answers. */
    async followed(more: object = {}) {
      const { body } = await comment(more)
      const token = tokenIn((await written()).at(-1)?.body)
      expect((await call('confirm', token)).status).toBe(200)
      return { id: body.id as number, token }
    },
    async [Symbol.asyncDispose]() {
      await mail.stop()
      await app[Symbol.asyncDispose]()
    },
  }
}
