import { setImmediate } from 'node:timers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { isSqlite } from './engine.ts'
import { allInWindows } from './id-windows.ts'

test('windows have every row once, also where ids are missing, and others a turn between them', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database } = app.services
  const line = {
    action: 'opened',
    actor_id: null,
    actor_name: '',
    target: 'event',
    target_id: '1',
    details: '{}',
    client_ip: '',
    created_at: '2026-03-01T08:00:00.000Z',
  }
  await database.insertInto('audit_log').values(Array(650).fill(line)).execute()
  await sql`delete from audit_log where id % 3 = 0`.execute(database)
  const all = await database.selectFrom('audit_log').select('id').orderBy('id').execute()
  const windows: { id: number }[][] = []
  let turns = 0
  const count = () => {
    turns += 1
    if (windows.length < 3) setImmediate(count)
  }
  setImmediate(count)
  for await (const isInWindow of allInWindows(database, 'audit_log')) {
    const rows = database.selectFrom('audit_log').select('id').where(isInWindow).orderBy('id')
    windows.push(await rows.execute())
  }
  expect(windows.flat()).toEqual(all)
  if (!isSqlite(database)) return
  expect(windows.map((rows) => rows.length)).toEqual([200, 200, all.length - 400])
  expect(turns).toBeGreaterThan(1)
})
