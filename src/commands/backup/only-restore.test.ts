import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sqliteFileOf } from '#database/open.ts'
import { withClient } from '#database/postgres-dump.ts'
import { lockForRestore } from '#database/restore-lock.ts'
import { secretFileOf } from '#platform/security/secret.ts'
import { createUser, openTestSession } from '#seed/factories/accounts.ts'
import { openServices } from '#server/services.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { checkFiles, openRestored, prepareBackups } from '#testing/backups.ts'
import { onPostgres } from '#testing/engines.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { restoreRest } from './restore-rest.ts'

let app: TestApp
let backups: Awaited<ReturnType<typeof prepareBackups>>
beforeEach(async () => {
  app = await startTestApp()
  backups = await prepareBackups(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const rest = { isBucketOwn: false }

test('while a restore is under way no other one begins in its data folder', async () => {
  await backups.fill(2)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined, dataKeys: [] })
  const unlock = await lockForRestore(fresh)
  const refusal = `Another restore is under way into ${fresh.dataDir}: wait for its end`
  await expect(backups.restore(fresh)).rejects.toThrow(refusal)
  await expect(restoreRest(fresh, rest)).rejects.toThrow(refusal)
  await unlock()
  await backups.restore(fresh)
  expect(await checkFiles(await openRestored(fresh))).toBe(2)
})

onPostgres(
  'while a restore is under way no other machine begins one into the database',
  async () => {
    await backups.fill(2)
    await backups.takeAt('2026-03-02T08:00:00Z')
    const fresh = await backups.freshSite()
    const dataDir = await mkdtemp(join(tmpdir(), 'huza-fresh-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const unlock = await lockForRestore({ ...fresh, dataDir })
    const refusal = 'Another restore is under way into the same database: wait for its end'
    await expect(backups.restore(fresh)).rejects.toThrow(refusal)
    await unlock()
    await backups.restore(fresh)
    expect(await checkFiles(await openRestored(fresh))).toBe(2)
  },
)

test('what a restore that was killed has left is removed by the next one', async () => {
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined })
  const left = [`${sqliteFileOf(fresh)}-restored`, `${secretFileOf(fresh)}-restored`]
  await backups.restore(fresh)
  for (const path of left) await writeFile(path, 'of somebody who was erased since')
  await restoreRest(fresh, rest)
  expect(left.filter(existsSync)).toEqual([])
})

onPostgres('a restore whose commit is stored and not answered is known, and finished', async () => {
  const { databaseUrl: source = '' } = backups.config
  await openTestSession(app.services, await createUser(app.services))
  // A commit that takes a while: the session is ended after the dump.
  await withClient(source, (client) =>
    client.query(`create function commits_slowly() returns trigger language plpgsql as
        $$ begin perform pg_sleep(1); return null; end $$;
      create constraint trigger commits_slowly after update on sessions deferrable initially deferred
        for each row execute function commits_slowly()`),
  )
  // The database is used by other tests as well.
  const mend = 'drop trigger commits_slowly on sessions; drop function commits_slowly'
  onTestFinished(() => withClient(source, async (client) => void (await client.query(mend))))
  await backups.fill(2)
  await backups.takeAt('2026-03-02T08:00:00Z')
  const fresh = await backups.freshSite({ secretKey: undefined, dataKeys: [] })
  const databaseUrl = fresh.databaseUrl ?? ''
  const proxy = await startTcpProxy(databaseUrl)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const restoring = backups.restore({ ...fresh, databaseUrl: proxy.through(databaseUrl) })
  const refused = expect(restoring).rejects.toThrow(
    /The database may have been replaced all the same: .* run npm run restore -- --rest/,
  )
  // From another database: a restore wants its own alone.
  await withClient(source, async (client) => {
    const commits = `select from pg_stat_activity
      where datname = '${new URL(databaseUrl).pathname.slice(1)}' and state = 'active' and query like 'commit%'`
    const isCommitting = async () => (await client.query(commits)).rowCount
    await expect.poll(isCommitting, { timeout: 30_000 }).toBe(1)
  })
  proxy.set('cut')
  proxy.set('pass')
  await refused
  await expect(openServices(fresh)).rejects.toThrow('A restore was interrupted')
  await restoreRest(fresh, { ...rest, isOverwriting: true })
  expect(await checkFiles(await openRestored(fresh))).toBe(2)
})
