import pino from 'pino'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createTagVersions } from './tag-versions.ts'

test('a write that could not be published is published once the database takes it', async () => {
  const app = await startTestApp()
  const { database } = app.services
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
  const [one, other] = [createTagVersions(), createTagVersions()]
  const stops = [one, other].map((tagVersions) => tagVersions.startSync(database, log))
  const rename = (from: string, to: string) => database.schema.alterTable(from).renameTo(to)
  await rename('cache_versions', 'away').execute()
  one.invalidate(['News', 'Event'])
  await expect.poll(() => errors.length).toBeGreaterThan(3)
  await rename('away', 'cache_versions').execute()
  await expect.poll(() => other.versionOf('News')).toBeGreaterThan(0)
  await expect.poll(() => other.versionOf('Event')).toBeGreaterThan(0)
  await Promise.all(stops.map((stop) => stop()))
  await app[Symbol.asyncDispose]()
})

test('a write that failed drops pages once the database answers, and none while it is away', async () => {
  const app = await startTestApp()
  const { database } = app.services
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
  const [one, other] = [createTagVersions(), createTagVersions()]
  const stops = [one, other].map((tagVersions) => tagVersions.startSync(database, log))
  const rename = (from: string, to: string) => database.schema.alterTable(from).renameTo(to)
  await rename('cache_versions', 'away').execute()
  one.invalidateAfterFailure(['News'])
  await expect.poll(() => errors.length).toBeGreaterThan(3)
  expect(one.versionOf('News')).toBe(0)
  await rename('away', 'cache_versions').execute()
  for (const tagVersions of [one, other])
    await expect.poll(() => tagVersions.versionOf('News')).toBe(1)
  await Promise.all(stops.map((stop) => stop()))
  await app[Symbol.asyncDispose]()
})

test('what a copy of the database must have is known but while a write is on its way', async () => {
  const app = await startTestApp()
  const { database, log } = app.services
  const [one, other] = [createTagVersions(), createTagVersions()]
  expect(one.publishedVersionOf('News')).toBe(Number.POSITIVE_INFINITY)
  const stops = [one, other].map((tagVersions) => tagVersions.startSync(database, log))
  await expect.poll(() => one.publishedVersionOf('News')).toBe(0)
  one.invalidate(['News'])
  expect(one.publishedVersionOf('News')).toBe(Number.POSITIVE_INFINITY)
  expect(one.publishedVersionOf('Event')).toBe(0)
  for (const tagVersions of [one, other])
    await expect.poll(() => tagVersions.publishedVersionOf('News')).toBe(1)
  await Promise.all(stops.map((stop) => stop()))
  await app[Symbol.asyncDispose]()
})
