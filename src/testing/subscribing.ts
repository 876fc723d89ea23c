import { expect } from 'vitest'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { startTestApp, type TestApp } from './app.ts'

/** Starts the app, to whose newsletter visitors subscribe, and a recruiter who reads the list. */
export async function startSubscribing() {
  const app = await startTestApp()
  const { database } = app.services
  let token = await app.signIn('RECRUITER', { name: 'Test user' })

  const post = (path: string, json: object, clientIp?: string) =>
    app.json(`/api/website/${path}/`, { method: 'POST', json, ...(clientIp && { clientIp }) })
  const subscribe = (email: unknown, clientIp = '192.0.2.1') =>
    post('subscribe', { email }, clientIp)
  const confirm = (given: unknown) => post('subscribe/confirm', { token: given })
  const list = async (query = '') =>
    (await app.json(`/api/admin/subscribers/?${query}`, { token })).body
  /** The token of the link in the newest email that asks this address to confirm. */
  async function confirmTokenOf(email: string) {
    const { body } = await database
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', email)
      .where('subject', 'like', 'Please confirm%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /\/newsletter\/confirm\?token=(\S+)/.exec(body)?.[1] ?? ''
  }

  return {
    app,
    subscribe,
    confirm,
    list,
    confirmTokenOf,
    unsubscribe: (given: unknown) => post('unsubscribe', { token: given }),
    emails: async (query = ''): Promise<string[]> =>
      (await list(query)).results.map((subscriber: { email: string }) => subscriber.email),
    edit: (id: number, json: object) =>
      app.json(`/api/admin/subscribers/${id}/`, { method: 'PATCH', token, json }),
    remove: (id: number) => app.json(`/api/admin/subscribers/${id}/`, { method: 'DELETE', token }),
    outbox: () => database.selectFrom('outbox').selectAll().orderBy('id').execute(),
    /** Subscribes and confirms. */
    async join(email: string) {
      await subscribe(email)
      expect((await confirm(await confirmTokenOf(email))).status).toBe(200)
    },
    /** When the token has expired. */
    async signInAgain() {
      token = await app.signIn('RECRUITER')
    },
  }
}

/** Stores confirmed subscribers, and two that must not be written to. @returns the confirmed ones, in order */
export async function storeSubscribers({ services }: TestApp, count: number) {
  const at = services.now().toISOString()
  const rowOf = (email: string) => ({
    email,
    email_key: emailKeyOf(email),
    asked_at: null,
    unsubscribed_at: null,
    created_at: at,
    updated_at: at,
  })
  const emails = Array.from({ length: count }, (_, index) => `reader-${index}@example.rw`)
  await services.database
    .insertInto('subscribers')
    .values([
      { ...rowOf('asked@example.rw'), asked_at: at },
      { ...rowOf('left@example.rw'), unsubscribed_at: at },
      ...emails.map(rowOf),
    ])
    .execute()
  return emails.sort()
}
