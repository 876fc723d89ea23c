import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { migrations } from '#database/migrations/index.ts'
import { engineOf, openDatabase } from '#database/open.ts'
import { createTestDatabase } from './database.ts'

/** A database whose last migrations are yet to come: `migrate` runs them. */
export async function startBeforeMigration(name: string) {
  const { url: databaseUrl, drop } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'migration-'))
  const database = openDatabase({ databaseUrl, databasePoolSize: 2, dataDir })
  const names = Object.keys(migrations).sort()
  const run = async (some: string[]) => {
    for (const one of some) {
      await migrations[one]?.up(database as Kysely<unknown>, engineOf({ databaseUrl }))
    }
  }
  await run(names.slice(0, names.indexOf(name)))
  return {
    database,
    migrate: () => run(names.slice(names.indexOf(name))),
    async [Symbol.asyncDispose]() {
      await database.destroy()
      await drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
