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

const stay = (token: string, kind = 'drafts.save', id: unknown = 7) =>
  app.json('/api/admin/presence/', { method: 'PUT', token, json: { kind, id } })
const namesFor = async (token: string, kind?: string, id?: number) =>
  (await stay(token, kind, id)).body.names

test('who opens what a colleague edits sees the name, and so does the colleague', async () => {
  expect(await namesFor(aline)).toEqual([])
  expect(await namesFor(keza)).toEqual(['Aline Uwase'])
  expect(await namesFor(aline)).toEqual(['Keza Ingabire'])
  expect(await namesFor(aline, 'drafts.save', 8)).toEqual([])
  expect(await namesFor(aline, 'events.update', 7)).toEqual([])
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
    const first = await Promise.all(users.map((user) => namesFor(user, 'drafts.save', id)))
    for (const [index, seen] of first.entries()) {
      for (const [other, theirs] of first.entries()) {
        if (index === other) expect(seen).not.toContain(names[index])
        else if (!seen.includes(names[other])) expect(theirs).toContain(names[index])
      }
    }
    const next = await namesFor(users[0] as string, 'drafts.save', id)
    expect(next).toEqual(names.slice(1))
  }
})

test('what is known by a name is edited by several people as well', async () => {
  const other = await app.signIn('ADMIN', { name: 'Diane Keza' })
  await stay(other, 'settings.restore', 'visitors')
  expect((await stay(keza, 'settings.restore', 'visitors')).body.names).toEqual(['Diane Keza'])
  expect((await stay(keza, 'settings.restore', 'contact')).body.names).toEqual([])
  expect((await stay(aline, 'settings.restore', 'visitors')).status).toBe(403)
})

test('each role says and learns only who edits what it may edit', async () => {
  const recruiter = await app.signIn('RECRUITER', { name: 'Jean d’Amour' })
  await stay(keza, 'drafts.save')
  await stay(keza, 'events.update')
  await stay(keza, 'cohorts.update')
  const refused = { status: 403, body: { detail: expect.any(String) } }
  expect(await stay(recruiter, 'drafts.save')).toMatchObject(refused)
  expect(await stay(recruiter, 'events.update')).toMatchObject(refused)
  expect(await stay(aline, 'cohorts.update')).toMatchObject(refused)
  expect(JSON.stringify((await stay(recruiter, 'drafts.save')).body)).not.toContain('Keza')
  expect(await namesFor(recruiter, 'cohorts.update')).toEqual(['Keza Ingabire'])
  expect(await namesFor(keza, 'drafts.save')).toEqual([])
})

test('something that nobody edits, and no id, are refused', async () => {
  for (const [kind, id, field] of [
    ['', 7, 'kind'],
    ['overview', 7, 'kind'],
    ['drafts.nothing', 7, 'kind'],
    ['__proto__.toString', 7, 'kind'],
    ['cohorts.list', 7, 'kind'],
    ['drafts.save', '', 'id'],
    ['drafts.save', 'x'.repeat(61), 'id'],
    ['drafts.save', null, 'id'],
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
  await stay(aline, 'drafts.save', 1)
  app.advanceS(9)
  const user = await createUser(app.services)
  await stay(await signInAs(app.services, user), 'drafts.save', 2)
  await stay(keza, 'drafts.save', 3)
  await removeOldPresence(app.services)
  expect((await rows()).map(({ row_id }) => row_id).sort()).toEqual(['2', '3'])
  await app.services.database.deleteFrom('users').where('id', '=', user.id).execute()
  expect(await rows()).toEqual([{ row_id: '3' }])
})
