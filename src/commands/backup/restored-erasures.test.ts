import { readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import {
  attemptErasure,
  continueErasures,
  startErasure,
} from '#features/personal-data/server/erase.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareBackups } from '#testing/backups.ts'
import { onSqlite } from '#testing/engines.ts'
import { createZuhura, findTraces, wordsOfZuhura, zuhura } from '#testing/personal-data.ts'
import { restoreRest } from './restore-rest.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(() => app[Symbol.asyncDispose]())

test('who is erased after a backup is not brought back by it', async () => {
  const person = await createZuhura(app)
  await backups.takeAt('2026-03-02T08:00:00Z')
  app.advanceS(3600)
  const subject = { email_key: emailKeyOf(zuhura.email), testimonial_ids: [person.testimonial] }
  const services = { ...app.services, config: backups.config }
  const id = await startErasure(services, subject, { clientIp: '' })
  await attemptErasure(services, erasedKinds, id)
  // The folder of the data is lost as well: the list is where the backups are.
  const fresh = await backups.freshSite()
  expect(await backups.restore(fresh)).toMatchObject({ repeated: 1, unknown: 0 })
  const site = await openServices(fresh, () => new Date(Date.now() + 3600_000))
  onTestFinished(() => site.close())
  await continueErasures(erasedKinds)(site.services)
  expect(await findTraces(site, wordsOfZuhura)).toEqual([])
  const others = site.services.database.selectFrom('applications').select('email')
  expect(await others.execute()).toEqual([{ email: 'keza@example.rw' }])
  const lists = await backups.storedAs('erasures')
  expect(lists.length).toBeGreaterThan(0)
  for (const path of lists) {
    expect((await readFile(path)).includes('example')).toBe(false)
  }
})

test('a restore that ends before it has erased again keeps the site from starting until that is done', async () => {
  await createZuhura(app)
  await backups.takeAt('2026-03-02T08:00:00Z')
  app.advanceS(3600)
  const subject = { email_key: emailKeyOf(zuhura.email), testimonial_ids: [] }
  const services = { ...app.services, config: backups.config }
  const id = await startErasure(services, subject, { clientIp: '' })
  await attemptErasure(services, erasedKinds, id)
  const [path = ''] = await backups.storedAs('erasures')
  const noted = await readFile(path)
  await truncate(path, 10)
  const fresh = await backups.freshSite()
  await expect(backups.restore(fresh)).rejects.toThrow('erasures/')
  await expect(openServices(fresh)).rejects.toThrow('npm run restore -- --rest,')
  await writeFile(path, noted)
  expect(await restoreRest(fresh, { isBucketOwn: false })).toMatchObject({
    repeated: 1,
    unknown: 0,
  })
  const site = await openServices(fresh)
  await site.close()
})

onSqlite('a backup place that is named later learns of all erasures', async () => {
  const subject = { email_key: emailKeyOf(zuhura.email), testimonial_ids: [] }
  await attemptErasure(
    app.services,
    erasedKinds,
    await startErasure(app.services, subject, { clientIp: '' }),
  )
  expect(await backups.storedAs('erasures')).toEqual([])
  await backups.takeAt('2026-03-02T09:00:00Z')
  expect(await backups.storedAs('erasures')).toHaveLength(1)
  const list = await readFile(join(backups.config.dataDir, 'erasures'), 'utf8')
  expect(JSON.parse(list)).toMatchObject({ at: '2026-03-02T08:00:00.000Z', testimonials: [] })
})

test('while the place of the backups is away, all who are erased are noted beside the database', async () => {
  const services = { ...app.services, config: backups.config }
  const folder = new URL(backups.config.backup.url ?? '')
  await rename(folder, new URL(`${folder.href}-away`))
  for (const email of [zuhura.email, 'keza@example.rw']) {
    const subject = { email_key: emailKeyOf(email), testimonial_ids: [] }
    const id = await startErasure(services, subject, { clientIp: '' })
    await attemptErasure(services, erasedKinds, id)
  }
  const list = await readFile(join(backups.config.dataDir, 'erasures'), 'utf8')
  expect(list.split('\n').filter(Boolean)).toHaveLength(2)
  await rename(new URL(`${folder.href}-away`), folder)
  await continueErasures(erasedKinds)(services)
  expect(await backups.storedAs('erasures')).toHaveLength(2)
  expect(await readFile(join(backups.config.dataDir, 'erasures'), 'utf8')).toBe(list)
})
