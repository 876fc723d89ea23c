import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import { trackImages } from '../image-triggers.ts'

/** The settings that are in force use pictures as well, not only their versions. */
export const up = (database: Kysely<unknown>, engine: Engine) =>
  trackImages(database, engine, 'settings', 'value')
