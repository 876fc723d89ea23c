import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { type PageQuery, preparePages } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { TechStack } from '../contract.ts'

const columns = [
  'id',
  'name',
  'short_description',
  'icon',
  'description',
  'prerequisites',
  'reading',
  'updated_at',
] as const

type Row = Record<(typeof columns)[number], string>

const toTechStack = ({ reading, prerequisites, ...row }: Row) =>
  ({
    ...row,
    prerequisites: JSON.parse(prerequisites) as string[],
    references: JSON.parse(reading) as string[],
  }) satisfies TechStack

function toRow(stack: Partial<TechStackFields>) {
  const { prerequisites, references, ...rest } = stack
  return {
    ...rest,
    ...(prerequisites && { prerequisites: JSON.stringify(prerequisites) }),
    ...(references && { reading: JSON.stringify(references) }),
  }
}

const pagesInOrder = preparePages((database) => {
  const matching = database.selectFrom('tech_stacks')
  return { matching, ordered: matching.select(columns).orderBy('position').orderBy('id') }
})

/** What is written of a tech stack besides its id. */
type TechStackFields = Omit<TechStack, 'id' | 'updated_at'>

/** A page of tech stacks in the order that staff gave them. */
export async function findTechStacks(database: Database, page: PageQuery) {
  const found = await pagesInOrder(database, {}, page)
  return { ...found, results: found.results.map(toTechStack) }
}

export async function findTechStack(database: Database, id: string) {
  const row = await database
    .selectFrom('tech_stacks')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toTechStack(row) : null
}

/** Adds it as the last one. @throws a unique violation when the id is taken */
export async function insertTechStack(
  database: Database,
  stack: TechStackFields & { id: string },
  now: string,
) {
  const { id, name, short_description, icon, description, prerequisites, references } = stack
  await database
    .insertInto('tech_stacks')
    .values({
      id,
      name,
      short_description,
      icon,
      description,
      prerequisites: JSON.stringify(prerequisites),
      reading: JSON.stringify(references),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from tech_stacks)`,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updateTechStack(
  transaction: Transaction<Tables>,
  id: string,
  changes: Partial<TechStackFields>,
  updated_at: string,
) {
  await transaction
    .updateTable('tech_stacks')
    .set({ ...toRow(changes), updated_at })
    .where('id', '=', id)
    .execute()
}

/** The ids of all tech stacks, in their order. */
export async function findTechStackOrder(transaction: Transaction<Tables>) {
  const rows = await transaction
    .selectFrom('tech_stacks')
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
