import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { changeDataKeys, readDataKeys, toDataKey } from '#platform/security/data-keys.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { checkFiles, openRestored, prepareBackups } from '#testing/backups.ts'
import { onSqlite } from '#testing/engines.ts'
import { removeDataKey } from '../data-key/change-keys.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Settings with another data key than the one that has sealed all so far, which is lost. */
const withOtherKey = { dataKeys: ['a data key that was put in its place'] }

/** Gives the lost key up. */
async function giveUp() {
  const { database } = app.services
  const [lost] = await database.selectFrom('files').select('key').execute()
  const config = { ...backups.config, ...withOtherKey }
  await removeDataKey(config, database, String(lost?.key.split('/')[1]), true)
}

onSqlite(
  'a restore brings the keys of resumes back, and adds them to those that are there',
  async () => {
    const [dataKey = ''] = backups.config.dataKeys
    const without = { dataKeys: [], secretKey: undefined }
    changeDataKeys({ ...backups.config, ...without }, () => [toDataKey(dataKey)])
    await backups.fill(1)
    await backups.takeAt('2026-03-02T08:00:00Z', { dataKeys: [] })
    const bare = await backups.freshSite(without)
    await backups.restore(bare)
    expect(await checkFiles(await openRestored(bare))).toBe(1)
    expect(readDataKeys(bare)).toEqual([toDataKey(dataKey)])
    const other = toDataKey('a data key of another site, long enough')
    const known = await backups.freshSite(without)
    changeDataKeys(known, () => [other])
    await backups.restore(known)
    expect(readDataKeys(known)).toEqual([other, toDataKey(dataKey)])
    expect(await checkFiles(await openRestored(known))).toBe(1)
    const given = await backups.freshSite({ ...without, dataKeys: [other.key] })
    await expect(backups.restore(given)).rejects.toThrow('DATA_KEY lacks the key')
  },
)

onSqlite(
  'files whose data key is given up are told of apart, and do not fail the backup',
  async () => {
    await backups.fill(1)
    const taking = backups.takeAt('2026-03-02T08:00:00Z', withOtherKey)
    await expect(taking).rejects.toThrow('lacks the key')
    await giveUp()
    const taken = await backups.takeAt('2026-03-02T09:00:00Z', withOtherKey)
    expect(taken).toMatchObject({ files: 0, lost: [], givenUp: 1 })
  },
)

test('what was backed up before its data key was given up is brought back by later backups', async () => {
  await backups.fill(2)
  await backups.takeAt('2026-03-02T08:00:00Z')
  await giveUp()
  const taken = await backups.takeAt('2026-03-03T08:00:00Z', withOtherKey)
  expect(taken).toMatchObject({ files: 2, lost: [], givenUp: 0 })
  const fresh = await backups.freshSite(withOtherKey)
  await backups.restore(fresh)
  expect(await checkFiles(await openRestored(fresh))).toBe(2)
  const { services, close } = await openServices(fresh)
  onTestFinished(close)
  const files = await services.database.selectFrom('files').select('key').execute()
  const { id } = toDataKey(withOtherKey.dataKeys[0] ?? '')
  expect(files.map(({ key }) => key.split('/')[1])).toEqual([id, id])
})
