import { createArticle } from '#seed/factories/news.ts'
import { startTestApp } from './app.ts'

const fields = {
  name: 'Aline Uwase',
  email: 'aline.private@example.rw',
  message: 'We tried this in Huye and it worked.',
  is_published: true,
}

/** Starts the app with an article, below which visitors write, each from a client IP of their own unless given. */
export async function startCommenting(environment: Record<string, string> = {}) {
  const app = await startTestApp(environment)
  const article = await createArticle(app.services)
  let clients = 0
  const send = (path: string, json: unknown, clientIp?: string) => {
    clients += 1
    return app.json(`/api/website/${path}/`, {
      method: 'POST',
      json,
      clientIp: clientIp ?? `203.0.113.${clients % 250}`,
    })
  }
  return {
    app,
    article,
    fields,
    send,
    comment: (overrides: object = {}, clientIp?: string) =>
      send('comments', { ...fields, news_id: article, ...overrides }, clientIp),
    reply: (comment_id: number, overrides: object = {}, clientIp?: string) =>
      send('reply-comments', { ...fields, comment_id, ...overrides }, clientIp),
    shown: async () =>
      (await app.json(`/api/website/news/${article}/comments/?page_size=100`)).body.results,
    countOf: async () =>
      (await app.services.database.selectFrom('comments').select('id').execute()).length,
    /** A form token, old enough for a person to have filled in the form. */
    async formToken(ageS = 10) {
      const { body } = await app.json('/api/website/form-token/')
      app.advanceS(ageS)
      return body.form_token as string
    },
  }
}
