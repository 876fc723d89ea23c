import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '#database/open.ts'
import { addToSketch, createSketch, estimate, mergeSketch, type Sketch } from './sketch.ts'

type Known = {
  /** The salt of the latest day that somebody came on. */
  salt?: { day: string; value: Promise<string> }
  /** What has yet to be written, by day. */
  sketches: Map<string, { sketch: Sketch; hasChanged: boolean }>
}

/** By database: tests run several apps. */
const known = new WeakMap<Database, Known>()

function knownOf(database: Database) {
  const found: Known = known.get(database) ?? { sketches: new Map() }
  known.set(database, found)
  return found
}

/**
 * Counts somebody among the visitors of a day, by a hash that nobody can turn back or repeat once the day's salt is
 * gone, and of which only the number of leading zeros is kept.
 */
export async function countVisitor(database: Database, day: string, visitor: string) {
  const salt = await saltOf(database, day)
  if (!salt) return
  const { sketches } = knownOf(database)
  const today = sketches.get(day) ?? { sketch: createSketch(), hasChanged: false }
  sketches.set(day, today)
  const hash = createHmac('sha256', salt).update(visitor).digest()
  if (addToSketch(today.sketch, hash)) today.hasChanged = true
}

function saltOf(database: Database, day: string) {
  const known = knownOf(database)
  if (known.salt?.day !== day) {
    const value = findSalt(database, day)
    known.salt = { day, value }
    value.catch(() => {
      known.salt = undefined
    })
  }
  return known.salt.value
}

/** The salt that all processes share for a day; empty when that is over. Those of other days are forgotten. */
async function findSalt(database: Database, day: string) {
  const salt = randomBytes(32).toString('base64')
  await database
    .insertInto('visitor_days')
    .values({ day, salt, registers: '', visitors: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await endSalts(database, day)
  const row = await database
    .selectFrom('visitor_days')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.salt ?? ''
}

/** Forgets the salts of the days before one. */
export const endSalts = (database: Database, day: string) =>
  database
    .updateTable('visitor_days')
    .set({ salt: '' })
    .where('day', '<', day)
    .where('salt', '<>', '')
    .execute()

/** Merges the visitors of this process with those of the others. */
export async function writeVisitors(database: Database) {
  const { sketches } = knownOf(database)
  const latest = [...sketches.keys()].sort().at(-1)
  for (const [day, counted] of sketches) {
    if (counted.hasChanged) {
      counted.hasChanged = false
      try {
        await mergeIntoDay(database, day, counted.sketch)
      } catch (error) {
        counted.hasChanged = true
        throw error
      }
    }
    if (day !== latest) sketches.delete(day)
  }
}

const mergeIntoDay = (database: Database, day: string, sketch: Sketch) =>
  database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('visitor_days')
      .select('registers')
      .where('day', '=', day)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const merged = new Uint8Array(sketch)
    if (row?.registers) mergeSketch(merged, Buffer.from(row.registers, 'base64'))
    const registers = Buffer.from(merged).toString('base64')
    await transaction
      .updateTable('visitor_days')
      .set({ registers, visitors: estimate(merged) })
      .where('day', '=', day)
      .execute()
  })
