import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import BetterSqlite from 'better-sqlite3'
import { sqliteFileOf } from '../../src/database/open.ts'
import { admin, startServer } from './server.ts'

/** Stores the demo content once, for the servers to copy: to make it takes as long as the rest of a start. */
export default async function storeDemoData() {
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-e2e-demo-'))
  const server = await startServer({ DATA_DIR: dataDir })
  await server.stop()
  await cheapenSignIns(dataDir)
  process.env.DEMO_DATA = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

/** Most tests sign in as the admin: half of what that costs is the hash. Verification reads its cost from the hash. */
async function cheapenSignIns(dataDir: string) {
  const cheapHash = await hash(admin.password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  const database = new BetterSqlite(sqliteFileOf({ dataDir }))
  database.prepare('update users set password_hash = ? where email = ?').run(cheapHash, admin.email)
  database.close()
}
