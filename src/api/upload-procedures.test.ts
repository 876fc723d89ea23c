import { afterAll, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'
import { formOf, part } from '#testing/sending-files.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

/** Only this detail lets the client ask to sign in, and send the file again. */
const sessionEnded = 'Invalid token'

test.each<[what: string, changes: object, status: number, detail: string]>([
  ['is disabled', { disabled_at: '2026-03-02T08:00:00.000Z' }, 401, sessionEnded],
  ['gets another role', { role: 'EDITOR' }, 403, 'Your role was changed, so nothing was stored.'],
])(
  'an upload whose author %s before it has arrived is not stored',
  async (_, changes, status, detail) => {
    const user = await createUser(app.services, { role: 'RECRUITER' })
    const form = formOf(
      part('file', 'Email\nlate@example.rw\n', '; filename="list.csv"'),
      part('consent_place', 'Job fair in Huye'),
      part('consent_day', '2026-02-27'),
    )
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(form.subarray(0, 60)),
      async pull(controller) {
        const users = app.services.database.updateTable('users').set(changes)
        await users.where('id', '=', user.id).execute()
        controller.enqueue(form.subarray(60))
        controller.close()
      },
    })
    const response = await app.json('/api/admin/subscribers/import/', {
      method: 'POST',
      token: await signInAs(app.services, user),
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit)
    expect([response.status, response.body]).toEqual([status, { detail }])
    const subscribers = app.services.database.selectFrom('subscribers').select('id')
    expect(await subscribers.execute()).toEqual([])
  },
)
