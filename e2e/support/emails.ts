import { expect } from '@playwright/test'
import BetterSqlite from 'better-sqlite3'
import { sqliteFileOf } from '../../src/database/open.ts'
import type { TestServer } from './server.ts'

/**
 * The texts of the emails to a recipient, the latest first. They are read from the database: links in them are for the
 * mailbox alone, so the API hides their secrets.
 */
export function emailsTo(site: TestServer, email: string) {
  const database = new BetterSqlite(sqliteFileOf(site), { readonly: true })
  const bodies = database
    .prepare<string, string>('select body from outbox where recipient = ? order by id desc')
    .pluck()
    .all(email)
  database.close()
  return bodies as string[]
}

/** The text of the latest of so many emails to a recipient. */
export function emailTo(site: TestServer, email: string, count = 1) {
  const bodies = emailsTo(site, email)
  expect(bodies).toHaveLength(count)
  return bodies[0] ?? ''
}
