import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const me = await createUser(app.services, { role: 'ADMIN', name: 'Zawadi Admin' })
const token = await signInAs(app.services, me)
const password = 'a password for others'

const list = (query = '') => app.json(`/api/admin/users/${query}`, { token })
const create = (json: object) =>
  app.json('/api/admin/users/', {
    method: 'POST',
    token,
    json: { current_password: testPassword, ...json },
  })
const change = (id: number | string, json: unknown, by = token) =>
  app.json(`/api/admin/users/${id}/`, { method: 'PATCH', token: by, json })
const signIn = (email: string, secret: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password: secret } })

test('only administrators read and change users', async () => {
  const victim = await createUser(app.services, { role: 'EDITOR' })
  const calls = [
    ['GET', ''],
    ['POST', ''],
    ['PATCH', `${victim.id}/`],
    ['DELETE', `${victim.id}/`],
  ]
  for (const [method = '', path] of calls) {
    const as = (by?: string) => app.json(`/api/admin/users/${path}`, { method, token: by })
    expect((await as()).body).toEqual({ detail: 'No token provided' })
    expect((await as('forged')).body).toEqual({ detail: 'Invalid token' })
    expect((await as(await app.signIn('EDITOR'))).status).toBe(403)
    expect((await as(await app.signIn('RECRUITER'))).status).toBe(403)
  }
  expect((await change(victim.id, {})).body).toMatchObject({ name: victim.name, role: 'EDITOR' })
})

test('a created user can sign in with the given password and role', async () => {
  const created = await create({
    email: ' New.Editor@Huza.example ',
    name: ' New Editor ',
    role: 'EDITOR',
    password,
  })
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: expect.any(Number),
    email: 'new.editor@huza.example',
    name: 'New Editor',
    role: 'EDITOR',
    disabled: false,
    invited_at: null,
    second_factor: false,
    created_at: app.services.now().toISOString(),
    updated_at: app.services.now().toISOString(),
    last_seen_at: null,
  })
  expect((await signIn('new.editor@huza.example', password)).body.user.role).toBe('EDITOR')
  const { body } = await list('?search=new.editor')
  expect(body.results[0].last_seen_at).toBe(app.services.now().toISOString())
})

test('all invalid fields of a new user are named at once, and no user is created', async () => {
  const { body: before } = await list()
  const nothing = await create({})
  expect([nothing.status, nothing.body]).toEqual([
    400,
    {
      email: ['Email is required'],
      name: ['Name is required'],
      role: ['Please choose a role'],
    },
  ])
  const wrong = await create({ email: 'x', name: ' ', role: 'OWNER', password: 'short' })
  expect(wrong.body).toEqual({
    email: ['Please enter a valid email address'],
    name: ['Name is required'],
    role: ['Please choose a role'],
    password: ['Use at least 12 characters'],
  })
  const email = 'long.enough@huza.example'
  const same = await create({ email, name: 'A', role: 'EDITOR', password: email })
  expect(same.body).toEqual({ password: ['Use something else than the email address'] })
  expect((await list()).body.total_items).toBe(before.total_items)
})

test('a common password is refused at its field, wherever a password is set', async () => {
  const common = ['This password is too common. Several words in a row are harder to guess']
  const user = { email: 'common@huza.example', name: 'A', role: 'EDITOR', password: 'Password1234' }
  const created = await create(user)
  expect([created.status, created.body]).toEqual([400, { password: common }])
  expect((await list('?search=common@huza')).body.total_items).toBe(0)
  const other = await createUser(app.services)
  const changed = await change(other.id, { password: '1qaz2wsx3edc' })
  expect([changed.status, changed.body]).toEqual([400, { password: common }])
  expect((await signIn(other.email, testPassword)).status).toBe(200)
  const own = await app.json('/api/auth/password/', {
    method: 'POST',
    token: await signInAs(app.services, other),
    json: { current_password: testPassword, new_password: 'Administrator' },
  })
  expect([own.status, own.body]).toEqual([400, { new_password: common }])
})

test('an email is unique, ignoring case, also for concurrent requests', async () => {
  const given = { name: 'Twin', role: 'EDITOR', password }
  const responses = await Promise.all(
    ['twin@huza.example', 'TWIN@huza.example'].map((email) => create({ ...given, email })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 400])
  const taken = { email: ['A user with this email exists already'] }
  expect((await create({ ...given, email: 'Twin@Huza.Example' })).body).toEqual(taken)
  const other = await createUser(app.services, { role: 'EDITOR' })
  const moved = await change(other.id, {
    email: 'twin@huza.example',
    name: 'Not changed either',
    current_password: testPassword,
  })
  expect([moved.status, moved.body]).toEqual([400, taken])
  expect((await change(other.id, {})).body).toMatchObject({ email: other.email, name: other.name })
  // The proof comes after it: a code would be spent.
  const email = 'twin@huza.example'
  expect((await create({ ...given, email, current_password: 'guess' })).body).toEqual(taken)
  expect((await change(other.id, { email, current_password: 'guess' })).body).toEqual(taken)
})

test('the list is filtered by text, role and status, sorted by name, and counts the matches', async () => {
  const tag = 'filtered'
  await createUser(app.services, { name: `Ängel ${tag}`, role: 'EDITOR' })
  const gone = await createUser(app.services, { name: `Bosco ${tag}`, role: 'EDITOR' })
  await createUser(app.services, { name: `Carine ${tag}`, role: 'RECRUITER' })
  await change(gone.id, { disabled: true })
  const names = async (query: string) => {
    const { body } = await list(`?search=${tag}${query}`)
    return body.results.map((user: { name: string }) => user.name.split(' ')[0])
  }
  expect(await names('')).toEqual(['Ängel', 'Bosco', 'Carine'])
  expect(await names('&role=EDITOR')).toEqual(['Ängel', 'Bosco'])
  expect(await names('&status=active')).toEqual(['Ängel', 'Carine'])
  expect(await names('&status=disabled')).toEqual(['Bosco'])
  expect(await names('&role=EDITOR,RECRUITER&status=invited,disabled')).toEqual(['Bosco'])
  expect(await names('&status=active,disabled')).toEqual(['Ängel', 'Bosco', 'Carine'])
  const { body } = await list(`?search=ANGEL%20${tag}&page_size=1`)
  expect(body).toMatchObject({ total_items: 1, total_pages: 1, current_page: 1 })
  expect((await list('?search=100%25')).body.total_items).toBe(0)
  expect((await list('?role=OWNER&status=gone')).status).toBe(400)
})

test('the list contains no passwords, secrets or sessions', async () => {
  const { body } = await list('?page_size=100')
  const fields = new Set(body.results.flatMap(Object.keys))
  expect([...fields].sort()).toEqual(
    [
      'created_at',
      'disabled',
      'email',
      'id',
      'invited_at',
      'last_seen_at',
      'name',
      'role',
      'second_factor',
      'updated_at',
    ].sort(),
  )
})

test('a change of name and role takes effect at once and ends no session', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const theirs = await signInAs(app.services, user)
  const given = { name: 'Renamed', email: user.email.toUpperCase(), role: 'RECRUITER' }
  expect((await change(user.id, given)).body).toMatchObject({ ...given, email: user.email })
  const { body } = await app.json('/api/auth/me/', { token: theirs })
  expect(body).toMatchObject({ name: 'Renamed', role: 'RECRUITER' })
  expect((await list('?search=renamed')).body.total_items).toBe(1)
})

test('a changed email signs in at once, and ends the sessions of the user', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const theirs = await openTestSession(app.services, user)
  const proof = { current_password: testPassword }
  const changed = await change(user.id, { email: 'Moved@huza.example', ...proof })
  expect(changed.body.email).toBe('moved@huza.example')
  expect((await app.json('/api/auth/me/', { token: theirs.access })).status).toBe(401)
  const renewed = await app.json('/api/auth/refresh/', {
    method: 'POST',
    json: { refresh: theirs.refresh },
  })
  expect(renewed.status).toBe(401)
  expect((await signIn('moved@huza.example', testPassword)).status).toBe(200)
  expect((await signIn(user.email, testPassword)).status).toBe(401)
})

test('the current session outlives a change of the own email, the others end', async () => {
  const admin = await createUser(app.services, { role: 'ADMIN' })
  const here = await signInAs(app.services, admin)
  const there = await signInAs(app.services, admin)
  const email = `new-${admin.email}`
  const changed = await change(admin.id, { email, current_password: testPassword }, here)
  expect([changed.status, changed.body.email]).toEqual([200, email])
  expect((await app.json('/api/auth/me/', { token: here })).body.email).toBe(email)
  expect((await app.json('/api/auth/me/', { token: there })).status).toBe(401)
})

test('of two edits of the same user the second is refused and shown what stands', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const { body: seen } = await change(user.id, {})
  const edits = [{ name: 'Renamed by one' }, { role: 'RECRUITER' }]
  const responses = await Promise.all(
    edits.map((edit) => change(user.id, { ...edit, expected_updated_at: seen.updated_at })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const saved = responses.find(({ status }) => status === 200)?.body
  const refused = responses.find(({ status }) => status === 409)?.body
  expect(refused.current).toEqual(saved)
})

test('an edit made before a user renamed themselves is refused, within the same millisecond too', async () => {
  const user = await createUser(app.services, { role: 'EDITOR', name: 'Before' })
  const theirs = await signInAs(app.services, user)
  const { body: seen } = await change(user.id, {})
  await app.json('/api/auth/me/', { method: 'PATCH', token: theirs, json: { name: 'After' } })
  const edit = { name: 'Before', expected_updated_at: seen.updated_at }
  expect((await change(user.id, edit)).status).toBe(409)
  expect((await change(user.id, {})).body.name).toBe('After')
})

test('a sign-in leaves the version of a user as it is', async () => {
  const user = await createUser(app.services, { role: 'EDITOR' })
  const { body: seen } = await change(user.id, {})
  expect((await signIn(user.email, testPassword)).status).toBe(200)
  const edit = { name: 'Still theirs', expected_updated_at: seen.updated_at }
  expect((await change(user.id, edit)).status).toBe(200)
})
