import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let id: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  id = await createMessage(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, json?: unknown, as = token) =>
  app.json(`/api/admin/contacts/${path}`, { method, token: as, ...(json ? { json } : {}) })
const get = async (as = token) => (await call('GET', `${id}/`, undefined, as)).body
const reply = async () =>
  call('POST', `${id}/replies/`, {
    text: 'Dear Katharina,\nyes, we have two.',
    status: 'RESOLVED',
    expected_updated_at: (await get()).updated_at,
  })
const saveDraft = (text: string, replaces: string | null, as = token) =>
  call('PUT', `${id}/draft/`, { text, is_typing: true, replaces }, as)

test('a draft is one user’s, and gone once the reply is sent', async () => {
  const saved = (await saveDraft('Dear Kath', null)).body
  expect(saved).toMatchObject({ text: 'Dear Kath', updated_at: expect.any(String) })
  const longer = (await saveDraft('Dear Katharina', saved.updated_at)).body
  expect((await get()).draft).toEqual(longer)
  const other = await app.signIn('ADMIN')
  expect((await get(other)).draft).toBe(null)
  await reply()
  expect((await get()).draft).toBe(null)
})

test('a late save brings back no draft of a reply that was sent, nor of a deleted message', async () => {
  const { updated_at } = (await saveDraft('Dear Katharina', null)).body
  await reply()
  const late = await saveDraft('Dear Katharina,', updated_at)
  expect([late.status, late.body]).toEqual([
    409,
    {
      detail:
        'This draft was sent or emptied elsewhere, such as in another tab: the version there is empty.',
      current: { text: '', updated_at: null },
    },
  ])
  expect((await get()).draft).toBe(null)
  const next = (await saveDraft('One more thing', late.body.current.updated_at)).body
  expect((await get()).draft).toEqual(next)
  expect((await call('DELETE', `${id}/`)).status).toBe(204)
  expect((await saveDraft('One more thing,', next.updated_at)).status).toBe(404)
})

test('of two tabs that type at once, the second is given what the first has saved', async () => {
  const responses = await Promise.all(['One tab', 'Other tab'].map((text) => saveDraft(text, null)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const [kept, refused] = responses.toSorted((a, b) => a.status - b.status)
  expect(refused?.body.current).toEqual(kept?.body)
  expect((await saveDraft('', null)).status).toBe(409)
  expect((await get()).draft).toEqual(kept?.body)
  expect((await saveDraft('', kept?.body.updated_at)).body).toBe(null)
  expect((await get()).draft).toBe(null)
})

test('a draft of invalid fields or of no message is refused', async () => {
  expect((await call('PUT', `${id}/draft/`, {})).body).toEqual({
    text: ['Please send a text'],
    is_typing: ['Please choose true or false'],
    replaces: ['Please send the updated_at of the row'],
  })
  expect((await saveDraft('x'.repeat(5_001), null)).body).toEqual({
    text: ['At most 5000 characters'],
  })
  const json = { text: 'x', is_typing: true, replaces: null }
  expect((await call('PUT', '9999/draft/', json)).status).toBe(404)
  expect((await call('GET', '9999/activity/')).status).toBe(404)
})

test('colleagues see who is replying, until that person stops typing', async () => {
  const other = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
  const replying = async (as: string) =>
    (await call('GET', `${id}/activity/`, undefined, as)).body.replying
  const { updated_at } = (await saveDraft('Dear', null, other)).body
  expect(await replying(token)).toEqual(['Jean d’Amour'])
  expect(await replying(other)).toEqual([])
  app.advanceS(9)
  expect(await replying(token)).toEqual([])
  const again = (await saveDraft('Dear K', updated_at, other)).body
  expect(await replying(token)).toEqual(['Jean d’Amour'])
  const rest = { text: 'Dear K', is_typing: false, replaces: again.updated_at }
  await call('PUT', `${id}/draft/`, rest, other)
  expect(await replying(token)).toEqual([])
})
