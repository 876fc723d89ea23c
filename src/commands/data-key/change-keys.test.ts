import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from '#config'
import { changeDataKeys, dataKeyFileOf, readDataKeys } from '#platform/security/data-keys.ts'
import { removeUnclaimedFiles } from '#platform/storage/files.ts'
import { countSealedFiles, sealAllFiles, sealPlainFiles } from '#platform/storage/seal-files.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { exportPerson } from '#testing/personal-data.ts'
import { pdf, pdfOf, sendResume } from '#testing/sending-files.ts'
import { addDataKey, removeDataKey, sealWithFirst } from './change-keys.ts'

let app: TestApp
let config: Config
let cohort: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  // A key in the file, as the first start makes one up.
  app = await startTestApp({ DATA_KEY: '', LOG_LEVEL: 'silent' })
  config = app.services.config
  cohort = await createCohortAndStack(app, { limit: 10_000 })
})
afterEach(() => app[Symbol.asyncDispose]())

const send = async (content = pdf) => {
  const { status, body } = await sendResume(app, cohort, { name: 'resume.pdf', content })
  expect(status).toBe(201)
  return body.data.id as number
}
const keyIds = () => readDataKeys(config).map(({ id }) => id)
const files = () => app.services.database.selectFrom('files').selectAll().orderBy('id').execute()
const seal = () => sealWithFirst(config, app.services.database, app.services.log, () => {})

async function deleteForGood(id: number) {
  const token = await app.signIn('ADMIN')
  await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  const [entry] = (await app.json('/api/admin/trash/', { token })).body.results
  const { status } = await app.request(`/api/admin/trash/${entry.id}/`, { method: 'DELETE', token })
  expect(status).toBe(204)
}

async function download(id: number) {
  const token = await app.signIn('RECRUITER')
  const response = await app.request(`/api/admin/applications/${id}/resume/`, { token })
  expect(response.status).toBe(200)
  const content = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(content.length))
  return content
}

/** Every byte in the data folder, but for the keys. */
async function storedBytes() {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  return Buffer.concat(await Promise.all(paths.map((path) => readFile(path))))
}

/** Puts the file of a resume back to how versions before stored it. */
async function unseal(id: number) {
  const { storage, database } = app.services
  const file = (await files()).find((one) => one.id === id)
  if (!file) throw new Error('There is no such file')
  const path = join(storage.spoolDir, 'plain')
  await writeFile(path, await buffer(await storage.read(file.key)))
  const key = `resumes/${crypto.randomUUID()}`
  await storage.store({ path }, key, file.type)
  await database.updateTable('files').set({ key }).where('id', '=', id).execute()
  await storage.delete(file.key)
}

test('a resume is stored sealed and downloaded as it came, and no byte of it lies about', async () => {
  const large = pdfOf(3_000_000)
  const ids = [await send(), await send(large)]
  expect(await download(ids[0] as number)).toEqual(pdf)
  expect((await download(ids[1] as number)).equals(large)).toBe(true)
  expect((await storedBytes()).includes('%PDF')).toBe(false)
  expect(await readdir(app.services.storage.spoolDir)).toEqual([])
  for (const { key } of await files()) expect(key).toMatch(/^sealed\/[\w-]{12}\/[\da-f-]{36}$/)
})

test('a sealed file is opened under its own key alone, and not when it was changed', async () => {
  await send()
  await send()
  const [one, other] = await files()
  const plain = await openStorage(config)
  const [path, target] = [one, other].map((file) => join(config.dataDir, 'files', file?.key ?? ''))
  await copyFile(path as string, target as string)
  const read = async () => buffer(await app.services.storage.read(other?.key ?? ''))
  await expect(read()).rejects.toThrow('damaged')
  expect((await buffer(await plain.read(one?.key ?? ''))).includes('%PDF')).toBe(false)
})

test('what an earlier version has stored is sealed bit by bit, and its bytes go after an hour', async () => {
  const ids = [await send(), await send()]
  for (const { id } of await files()) await unseal(id)
  expect((await storedBytes()).includes('%PDF')).toBe(true)
  expect(await download(ids[0] as number)).toEqual(pdf)
  expect(await sealPlainFiles(app.services)).toBe(2)
  expect(await sealPlainFiles(app.services)).toBe(0)
  for (const id of ids) expect(await download(id)).toEqual(pdf)
  app.advanceS(60 * 60)
  expect(await removeUnclaimedFiles(app.services)).toBe(2)
  expect((await storedBytes()).includes('%PDF')).toBe(false)
  expect((await files()).map(({ claimed_at }) => claimed_at !== null)).toEqual([true, true])
})

test('in the first hour of an update nothing is sealed that the version before could not read', async () => {
  const { database } = app.services
  const from = new Date(app.services.now().getTime() + 3600_000).toISOString()
  await database
    .insertInto('system_values')
    .values({ name: 'files are sealed from', value: from })
    .execute()
  await send()
  expect((await files())[0]?.key).toMatch(/^resumes\//)
  expect(await sealPlainFiles(app.services)).toBe(0)
  app.advanceS(3600)
  await send()
  expect((await files())[1]?.key).toMatch(/^sealed\//)
  expect(await sealPlainFiles(app.services)).toBe(1)
})

test('a key is changed while people apply and staff download', async () => {
  const ids: number[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await send())
  const [before] = keyIds()
  const added = addDataKey(config)
  expect(keyIds()).toEqual([added, before])
  const downloads = ids.map((id) => download(id))
  const [said, late] = await Promise.all([seal(), send(), ...downloads])
  expect(said).toMatch(
    new RegExp(
      `^\\d resumes, \\d texts of resumes and \\d national IDs were sealed with the key ${added}\\..*remove ${before}`,
    ),
  )
  await seal()
  for (const id of [...ids, late]) expect(await download(id)).toEqual(pdf)
  const { database } = app.services
  const claimed = (await files()).filter(({ claimed_at }) => claimed_at !== null)
  expect(claimed.map(({ key }) => key.split('/')[1])).toEqual(claimed.map(() => added))
  await expect(removeDataKey(config, database, String(before), false)).rejects.toThrow(
    '0 national IDs are sealed with',
  )
  app.setNow(new Date(Date.now() + 2 * 3600_000))
  await removeUnclaimedFiles(app.services)
  await expect(removeDataKey(config, database, added, false)).rejects.toThrow('the first key')
  await removeDataKey(config, database, String(before), false)
  expect(keyIds()).toEqual([added])
  expect(await countSealedFiles(database)).toEqual(new Map([[added, 6]]))
  for (const id of [...ids, late]) expect(await download(id)).toEqual(pdf)
})

test('two that seal at once lose nothing, and a file that is deleted meanwhile stays deleted', async () => {
  const deleted = await send()
  const { storage } = app.services
  const store: typeof storage.store = async (...copy) => {
    await storage.store(...copy)
    await deleteForGood(deleted)
  }
  const services = { ...app.services, storage: { ...storage, store } }
  const outcome = await sealAllFiles(services, addDataKey(config), () => {})
  expect(outcome).toEqual({ sealed: 0, failed: 0 })
  await expect.poll(files).toEqual([])
  const ids = [await send(), await send()]
  addDataKey(config)
  await Promise.all([seal(), seal()])
  for (const id of ids) expect(await download(id)).toEqual(pdf)
  app.setNow(new Date(Date.now() + 2 * 3600_000))
  await removeUnclaimedFiles(app.services)
  for (const id of ids) expect(await download(id)).toEqual(pdf)
  expect(await files()).toHaveLength(2)
})

test('a process without a key of the files does not start, and says which it lacks', async () => {
  const id = await send()
  const [lost] = keyIds()
  const kept = readDataKeys(config)
  addDataKeyAnew()
  await expect(openServices(config)).rejects.toThrow(
    new RegExp(`data-keys lacks the key ${lost} .*remove ${lost} --lost`),
  )
  const token = await app.signIn('RECRUITER')
  const refused = await app.json(`/api/admin/applications/${id}/resume/`, { token })
  expect(refused.status).toBe(500)
  changeDataKeys(config, () => kept)
  expect(await download(id)).toEqual(pdf)
  const { close } = await openServices(config)
  await close()
})

/** What a start does that finds no file. */
function addDataKeyAnew() {
  changeDataKeys(config, () => [{ id: '', key: 'a key that was made up by another machine' }])
}

test('a key that is lost for good is given up, and the site starts', async () => {
  await send()
  const [lost] = keyIds()
  addDataKeyAnew()
  const { database } = app.services
  await expect(removeDataKey(config, database, String(lost), false)).rejects.toThrow(
    '1 resumes, 0 texts of resumes and 1 national IDs',
  )
  await removeDataKey(config, database, String(lost), true)
  const { close } = await openServices(config)
  await close()
  await expect(removeDataKey(config, database, 'unknown', true)).rejects.toThrow('no key unknown')
})

test('whose resume was sealed with a key that was given up, staff are told so, and the rest is exported', async () => {
  const id = await send()
  const [lost] = keyIds()
  addDataKeyAnew()
  const { database } = app.services
  await removeDataKey(config, database, String(lost), true)
  const token = await app.signIn('ADMIN')
  const refused = await app.json(`/api/admin/applications/${id}/resume/`, { token })
  expect(refused.status).toBe(410)
  expect(refused.body.detail).toContain('Nobody can open this file any more')
  const { body: shown } = await app.json(`/api/website/application/${id}/`, { token })
  expect(shown.identification).toBe('Encrypted with a key that was lost')
  const row = database.selectFrom('applications').select('email').where('id', '=', id)
  const { email } = await row.executeTakeFirstOrThrow()
  const { files, page } = await exportPerson(app, token, email)
  expect(Object.keys(files)).toEqual(['summary.html', 'data.json'])
  expect(page).toContain('resume.pdf: nobody can open it any more')
})

test('keys of the settings come before those of the file, and the first one seals', async () => {
  const [one, two] = ['one data key that is long enough now', 'two data keys that are long enough']
  const open = (...dataKeys: string[]) => openSealedStorage({ ...config, dataKeys })
  const path = join(config.dataDir, 'content')
  await writeFile(path, pdf)
  const before = await open(one)
  const key = before.sealedKey()
  await before.store({ path }, key, 'application/pdf')
  const after = await open(two, one)
  expect(after.sealedKey().split('/')[1]).not.toBe(key.split('/')[1])
  expect(await buffer(await after.read(key))).toEqual(pdf)
  await expect((await open(two)).read(key)).rejects.toThrow('is missing')
  expect(() => addDataKey({ ...config, dataKeys: [one] })).toThrow('DATA_KEY is set')
  expect(await readFile(dataKeyFileOf(config), 'utf8')).toMatch(/^\S{64}\n?$/)
})

test('who is erased leaves nothing of what their resume was under the key before', async () => {
  const id = await send()
  await send(pdfOf(2000))
  addDataKey(config)
  await seal()
  expect(await files()).toHaveLength(4)
  const { database } = app.services
  const row = database.selectFrom('applications').select('email').where('id', '=', id)
  const { email } = await row.executeTakeFirstOrThrow()
  const json = { email, confirmation: email }
  const token = await app.signIn('ADMIN')
  const erased = await app.json('/api/admin/personal-data/erase/', { method: 'POST', token, json })
  expect(erased.status).toBe(200)
  await expect.poll(async () => (await files()).length).toBe(2)
  const stored = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  expect(stored.filter((one) => one.isFile())).toHaveLength(2)
})

test('all that is not needed any more goes at once, however much it is', async () => {
  const row = { name: '', type: '', size_bytes: 0, sha256: '', created_at: '2026-01-01T00:00:00Z' }
  const rows = Array.from({ length: 1200 }, (_, index) => ({ ...row, key: `resumes/${index}` }))
  await app.services.database.insertInto('files').values(rows).execute()
  expect(await removeUnclaimedFiles(app.services)).toBe(1200)
})

test('of two who change the keys at once one is refused, and no key is lost', () => {
  const added: string[] = []
  changeDataKeys(config, (known) => {
    expect(() => addDataKey(config)).toThrow('Another process changes the data keys')
    const key = { id: '', key: 'a key that is made up meanwhile, long enough' }
    added.push(key.key)
    return [key, ...known]
  })
  expect(readDataKeys(config).map(({ key }) => key)).toEqual([...added, expect.any(String)])
  expect(() =>
    changeDataKeys(config, () => {
      throw new Error('broken off')
    }),
  ).toThrow('broken off')
  addDataKey(config)
  expect(readDataKeys(config)).toHaveLength(3)
})
