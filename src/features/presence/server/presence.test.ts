import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeOldPresence } from './handlers.ts'

let app: TestApp
let aline: string
let keza: string
beforeEach(async () => {
  app = await startTestApp()
  aline = await app.signIn('EDITOR', { name: 'Aline Uwase' })
  keza = await app.signIn('ADMIN', { name: 'Keza Ingabire' })
})
afterEach(() => app[Symbol.asyncDispose]())

const stay = (token: string, kind = 'article', id: unknown = 7) =>
  app.json('/api/admin/presence/', { method: 'PUT', token, json: { kind, id } })
const namesFor = async (token: string, kind?: string, id?: number) =>
  (await stay(token, kind, id)).body.names

test('who opens what a colleague edits sees the name, and so does the colleague', async () => {
  expect(await namesFor(aline)).toEqual([])
  expect(await namesFor(keza)).toEqual(['Aline Uwase'])
  expect(await namesFor(aline)).toEqual(['Keza Ingabire'])
  expect(await namesFor(aline, 'article', 8)).toEqual([])
  expect(await namesFor(aline, 'event', 7)).toEqual([])
})

test('who says nothing any more is gone within eight seconds', async () => {
  await stay(aline)
  app.advanceS(7)
  expect(await namesFor(keza)).toEqual(['Aline Uwase'])
  app.advanceS(2)
  expect(await namesFor(keza)).toEqual([])
  await stay(aline)
  expect(await namesFor(keza)).toEqual(['Aline Uwase'])
})

test('two tabs of one user are one colleague', async () => {
  await Promise.all([stay(aline), stay(aline)])
  expect(await namesFor(aline)).toEqual([])
  expect(await namesFor(keza)).toEqual(['Aline Uwase'])
})

test('of several who arrive at once none is missed', async () => {
  const names = ['Ange', 'Benoît', 'Chance', 'Diane', 'Eric']
  const users = await Promise.all(names.map((name) => app.signIn('EDITOR', { name })))
  for (let id = 1; id <= 20; id += 1) {
    const first = await Promise.all(users.map((user) => namesFor(user, 'article', id)))
    for (const [index, seen] of first.entries()) {
      for (const [other, theirs] of first.entries()) {
        if (index === other) expect(seen).not.toContain(names[index])
        else if (!seen.includes(names[other])) expect(theirs).toContain(names[index])
      }
    }
    const next = await namesFor(users[0] as string, 'article', id)
    expect(next).toEqual(names.slice(1))
  }
})

test('each role says and learns only who edits what it may edit', async () => {
  const recruiter = await app.signIn('RECRUITER', { name: 'Jean d’Amour' })
  await stay(keza, 'article')
  await stay(keza, 'event')
  await stay(keza, 'cohort')
  const refused = { status: 403, body: { detail: expect.any(String) } }
  expect(await stay(recruiter, 'article')).toMatchObject(refused)
  expect(await stay(recruiter, 'event')).toMatchObject(refused)
  expect(await stay(aline, 'cohort')).toMatchObject(refused)
  expect(JSON.stringify((await stay(recruiter, 'article')).body)).not.toContain('Keza')
  expect(await namesFor(recruiter, 'cohort')).toEqual(['Keza Ingabire'])
  expect(await namesFor(keza, 'article')).toEqual([])
})

test('something that nobody edits, and no id, are refused', async () => {
  for (const [kind, id, field] of [
    ['user', 7, 'kind'],
    ['article', 'x', 'id'],
    ['article', 0, 'id'],
  ] as const) {
    const { status, body } = await stay(aline, kind, id)
    expect([status, Object.keys(body.errors ?? body)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ])
  }
})

test('what tells of nobody any more is cleaned up, and a deleted user is gone', async () => {
  const rows = () => app.services.database.selectFrom('presence').select('row_id').execute()
  await stay(aline, 'article', 1)
  app.advanceS(9)
  const user = await createUser(app.services)
  await stay(await signInAs(app.services, user), 'article', 2)
  await stay(keza, 'article', 3)
  await removeOldPresence(app.services)
  expect((await rows()).map(({ row_id }) => row_id).sort()).toEqual([2, 3])
  await app.services.database.deleteFrom('users').where('id', '=', user.id).execute()
  expect(await rows()).toEqual([{ row_id: 3 }])
})
