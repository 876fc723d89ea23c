import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrate, openDatabase } from '#database/open.ts'
import { restoreTag } from '#platform/cache/tag-versions.ts'
import { toDataKey } from '#platform/security/data-keys.ts'
import { secretFingerprint } from '#platform/security/secret.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { onPostgres } from '#testing/engines.ts'
import { fine, lookAt, wrong } from '#testing/examining.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { startS3 } from '#testing/s3.ts'
import { pdf, sendResume } from '#testing/sending-files.ts'
import { startTestStandby } from '#testing/standby.ts'
import { unsetSettings } from '#testing/unset-settings.ts'
import { withPostgres } from '../../../scripts/postgres.mjs'
import { type Diagnosis, examine, redact } from './examine.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const secretKey = 'another secret that is long enough too'

test('all that a set up site needs is found to be fine', async () => {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const proxied = { siteUrl: 'https://huza.example', trustedProxies: ['127.0.0.1'] }
  const config = { ...app.services.config, ...proxied, host: '127.0.0.1', smtpUrl: mail.url }
  const diagnoses: Diagnosis[] = []
  for await (const diagnosis of examine(config)) diagnoses.push(diagnosis)
  expect(diagnoses.filter(({ isWrong }) => isWrong)).toEqual([])
  expect(diagnoses.map(({ subject }) => subject)).toEqual([
    'settings',
    'secret',
    'keys',
    'database',
    'replica',
    'storage',
    'mail',
    'mailbox',
    'backup',
    'clock',
    'proxy',
    'cdn',
    'traces',
  ])
  expect(mail.received).toEqual([])
})

test('a data folder that is missing or that others may read is told of', async () => {
  const { dataDir } = app.services.config
  await chmod(dataDir, 0o755)
  expect(await lookAt(app, 'settings')).toMatchObject(wrong(`chmod 700 ${dataDir}`))
  const missing = `${dataDir}/missing`
  expect(await lookAt(app, 'settings', { dataDir: missing })).toMatchObject(
    wrong('npm start makes it'),
  )
  expect(await lookAt(app, 'storage', { dataDir: missing })).toMatchObject(
    wrong('There is no folder'),
  )
})

test('a secret other than the one of the database is told of by fingerprints alone', async () => {
  const { text: words } = await lookAt(app, 'secret', { secretKey })
  expect(words).toContain(secretFingerprint(secretKey))
  expect(words).toContain(secretFingerprint(app.services.secret))
  expect(words).not.toContain(secretKey)
  const fresh = { secretKey: undefined }
  expect(await lookAt(app, 'secret', fresh)).toMatchObject(wrong('npm start makes it up'))
})

onPostgres(
  'a replica that is away, of another cluster, no standby or behind is told of',
  async () => {
    const { databaseUrl = '' } = app.services.config
    const standby = await startTestStandby(databaseUrl)
    onTestFinished(standby.stop)
    const lookAtReplica = (databaseReplicaUrl: string) =>
      lookAt(app, 'replica', { databaseReplicaUrl })
    expect(await lookAtReplica(standby.url)).toMatchObject(fine('streams from the primary'))
    const away = await lookAtReplica('postgres://huza:hush-hush@127.0.0.1:1/huza')
    expect(away).toMatchObject(wrong('127.0.0.1:1: connect ECONNREFUSED'))
    expect(await lookAtReplica(databaseUrl)).toMatchObject(wrong('is no standby'))
    const elsewhere = await withPostgres(lookAtReplica)
    expect(elsewhere).toMatchObject(wrong('is of another cluster'))
    await standby.pause()
    await createCohort(app.services)
    // The server of the tests flushes commits a moment later.
    const lagging = expect.poll(() => lookAtReplica(standby.url), { timeout: 30_000 })
    await lagging.toMatchObject(wrong('has not replayed'))
    const { database } = app.services
    await database.insertInto('cache_versions').values({ tag: restoreTag, version: 1 }).execute()
    expect(await lookAtReplica(standby.url)).toMatchObject(wrong('lacks the last restore'))
    await standby.resume()
    const crowded = { databaseReplicaUrl: standby.url, workers: 64, databasePoolSize: 1000 }
    expect(await lookAt(app, 'replica', crowded)).toMatchObject(wrong('raise max_connections'))
  },
)

test('a database that is not there, and migrations that have not run, are told of', async () => {
  const away = { databaseUrl: 'postgres://huza:hush-hush@127.0.0.1:1/huza' }
  const diagnosis = await lookAt(app, 'database', away)
  expect(diagnosis).toMatchObject(wrong('127.0.0.1:1: connect ECONNREFUSED'))
  const rename = (from: string, to: string) =>
    sql`update kysely_migration set name = ${to} where name = ${from}`.execute(
      app.services.database,
    )
  await rename('001-recruitment', 'unknown')
  try {
    expect(await lookAt(app, 'database')).toMatchObject(wrong('lacks 1 migrations'))
  } finally {
    await rename('unknown', '001-recruitment')
  }
})

onPostgres(
  'more connections than PostgreSQL takes, and a clock other than its own, are told of',
  async () => {
    expect(await lookAt(app, 'database', { databasePoolSize: 1000, workers: 4 })).toMatchObject(
      wrong('WORKERS × DATABASE_POOL_SIZE is 4000'),
    )
    expect(await lookAt(app, 'clock')).toMatchObject(fine('the same'))
    const ahead = await lookAt(app, 'clock', {}, { now: () => new Date(Date.now() + 60_000) })
    expect(ahead).toMatchObject(wrong('s ahead of the database'))
  },
)

onPostgres('a log that PostgreSQL can not archive is told of', async () => {
  const archive = await mkdtemp(join(tmpdir(), 'huza-log-'))
  onTestFinished(() => rm(archive, { recursive: true, force: true }))
  await withPostgres(
    async (databaseUrl) => {
      const database = openDatabase({ ...app.services.config, databaseUrl })
      onTestFinished(() => database.destroy())
      await migrate(database, 'postgres')
      const archived = () => lookAt(app, 'database', { databaseUrl })
      expect(await archived()).toMatchObject(fine('all migrations have run'))
      await rm(archive, { recursive: true })
      await sql`select pg_switch_wal()`.execute(database)
      await expect
        .poll(archived, { timeout: 30_000 })
        .toMatchObject(wrong('look at archive_command'))
      await database.destroy()
    },
    { archive },
  )
})

test('storage that refuses, and a full disk, are told of', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3[Symbol.asyncDispose]())
  expect(await lookAt(app, 'storage', { storageUrl: s3.url })).toMatchObject(fine('127.0.0.1'))
  const elsewhere = { storageUrl: s3.url.replace('/huza', '/missing') }
  expect(await lookAt(app, 'storage', elsewhere)).toMatchObject(wrong('STORAGE_URL'))
  expect(await lookAt(app, 'storage', { diskFreeMbMin: 1e9 })).toMatchObject(wrong('make room'))
})

test('a key of resumes that is missing is told of by its id, and what older keys have sealed', async () => {
  const parents = await createCohortAndStack(app)
  await sendResume(app, parents, { name: 'resume.pdf', content: pdf })
  const [key = ''] = app.services.config.dataKeys
  const { id } = toDataKey(key)
  expect(await lookAt(app, 'keys')).toMatchObject(
    fine(
      `DATA_KEY: 1 resumes, 0 texts of resumes and 1 national IDs are sealed with the key ${id}`,
    ),
  )
  const other = 'another data key that is long enough'
  const both = await lookAt(app, 'keys', { dataKeys: [other, key] })
  expect(both).toMatchObject(
    fine(`1 national IDs are sealed with the key ${id}, which npm run data-key`),
  )
  const { text: words, isWrong } = await lookAt(app, 'keys', { dataKeys: [other] })
  expect([isWrong, words]).toEqual([true, expect.stringContaining(`${id}, which DATA_KEY lacks`)])
  expect(words).not.toContain(key)
  expect(await lookAt(app, 'keys', { dataKeys: [] })).toMatchObject(wrong('npm start makes it up'))
})

test.each([
  ['no SITE_URL', {}, 'SITE_URL is not set'],
  ['http in public', { siteUrl: 'http://huza.example' }, 'use https'],
  ['http at a name that begins as ours', { siteUrl: 'http://localhost.huza.example' }, 'use https'],
  ['https without a proxy', { siteUrl: 'https://huza.example', trustedProxies: [] }, 'TRUST_PROXY'],
  [
    'a proxy of everybody',
    { siteUrl: 'https://a.example', trustedProxies: ['0.0.0.0/0'] },
    'anybody',
  ],
  ['a proxy that is passed by', { siteUrl: 'https://a.example' }, 'HOST=127.0.0.1'],
  [
    'a proxy of IPv6 that is passed by',
    { siteUrl: 'https://a.example', trustedProxies: ['::1'], host: '::' },
    'HOST=127.0.0.1',
  ],
])('%s is told of with what to do', async (_name, changes, words) => {
  expect(await lookAt(app, 'proxy', changes)).toMatchObject(wrong(words))
})

test.each([
  ['localhost', 'http://localhost:3000', '127.0.0.1'],
  ['127.0.0.1', 'http://127.0.0.1:3000', '127.0.0.0/8'],
  ['::1', 'http://[::1]:3000', '::1'],
])('HOST=%s and a proxy beside it are fine', async (host, siteUrl, proxy) => {
  const changes = { host, siteUrl, trustedProxies: [proxy] }
  expect(await lookAt(app, 'proxy', changes)).toMatchObject(fine(siteUrl))
})

test('no password of the settings is ever shown', () => {
  const config = {
    ...app.services.config,
    smtpUrl: 'smtp://huza:p%40ssw0rd@mail',
    databaseUrl: 'postgres://a:hush-hush@b/c',
    databaseReplicaUrl: 'postgres://a:other-hush@d/c',
    credentialKey: 'a key of credentials that is long enough',
  }
  const keys = `${config.secretKey} ${config.credentialKey}`
  const shown = redact(config, `535 p@ssw0rd p%40ssw0rd hush-hush other-hush ${keys}`)
  expect(shown).toBe('535 *** *** *** *** *** ***')
})

/** Runs the command with these settings alone. */
async function runDoctor(settings: Record<string, string>) {
  const program = fileURLToPath(new URL('../doctor.ts', import.meta.url))
  const env = { PATH: process.env.PATH, ...unsetSettings, ...settings }
  const child = spawn(process.execPath, [program], { env })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, code }
}

test('the command says it in lines, and by its exit code', async () => {
  const { dataDir, databaseUrl } = app.services.config
  const settings = {
    DATA_DIR: dataDir,
    SECRET_KEY: app.services.secret,
    SITE_URL: 'http://localhost:3000',
    DATA_KEY: app.services.config.dataKeys.join(),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const good = await runDoctor(settings)
  expect([good.code, good.errors]).toEqual([0, ''])
  expect(good.output).toMatch(/^(ok {5}\w+ +\S.*\n){13}$/)
  const bad = await runDoctor({ ...settings, SITE_URL: '' })
  expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('\nOne thing is wrong.\n')])
  const unreadable = await runDoctor({ ...settings, WORKERS: 'many' })
  expect([unreadable.code, unreadable.output]).toEqual([
    1,
    expect.stringMatching(/^wrong {2}settings {2}WORKERS .*: see \.env\.example\n$/),
  ])
})

test('a CDN that does not take a purge is told of', async () => {
  const cdnPurge = { url: 'http://127.0.0.1:9/purge', header: {} }
  expect(await lookAt(app, 'cdn', { cdnSeconds: 60 })).toMatchObject(fine('not told of changes'))
  expect(await lookAt(app, 'cdn', { cdnSeconds: 60, cdnPurge })).toMatchObject(
    wrong('CDN_PURGE_URL'),
  )
})
