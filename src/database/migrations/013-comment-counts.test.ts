import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTestDatabase } from '#testing/database.ts'
import { engineOf, openDatabase } from '../open.ts'
import { migrations } from './index.ts'

test('comments from before the counts are counted by the migration', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'migration-'))
  const database = openDatabase({ databaseUrl, databasePoolSize: 2, dataDir })
  const { '013-comment-counts': counting, ...others } = migrations
  const run = (migration: typeof counting) =>
    migration?.up(database as Kysely<unknown>, engineOf({ databaseUrl }))
  for (const migration of Object.values(others)) await run(migration)

  const services = { database, now: () => new Date('2026-03-02T08:00:00.000Z') }
  const article = await createArticle(services)
  const comment = await createComment(services, article)
  await createComment(services, article)
  await createComment(services, article, {
    parent_id: comment,
    held_at: '2026-03-02T08:00:00.000Z',
  })
  await run(counting)

  const counts = database.selectFrom('comment_counts').selectAll().orderBy('is_reply')
  const pending = { article_id: article, status: 'PENDING' }
  expect(await counts.execute()).toEqual([
    { ...pending, is_held: 0, is_reply: 0, total: 2 },
    { ...pending, is_held: 1, is_reply: 1, total: 1 },
  ])
  await database.destroy()
  await drop()
  await rm(dataDir, { recursive: true })
})
