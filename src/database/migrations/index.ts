import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import * as recruitment from './001-recruitment.ts'

/** In order; a migration that has landed is never edited. */
export const migrations: Record<
  string,
  { up(database: Kysely<unknown>, engine: Engine): Promise<void> }
> = { '001-recruitment': recruitment }
