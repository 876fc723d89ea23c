import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { chunksOf } from '#shared/chunks.ts'
import { type Role, recruiters } from '#shared/roles.ts'
import type { ImageUse } from '../contract.ts'

type Column = { [Table in keyof Tables]: [Table, keyof Tables[Table] & string] }[keyof Tables]

/**
 * All columns that refer to images, by URL, in an article's HTML, or in JSON with either. The migration of a new one
 * calls `trackImages`.
 */
export const imageColumns: readonly Column[] = [
  ['articles', 'banner'],
  ['articles', 'content'],
  ['article_drafts', 'fields'],
  ['article_revisions', 'fields'],
  ['events', 'image'],
  ['settings', 'value'],
  ['setting_revisions', 'value'],
  ['team_members', 'profile_picture'],
  ['tech_stacks', 'icon'],
  ['testimonials', 'profile_picture'],
  ['trash', 'snapshot'],
]

type Owner = {
  /** What an image is there: 'Banner of an article'. */
  place: string
  /** The table and the column with the name of what it belongs to, and the column of its id, if it is another table. */
  named: readonly [table: keyof Tables, column: string]
  by?: string
  /** Where editors may not change it: what it is, and who may. */
  kept?: { what: string; by: readonly Role[] }
  path: (id: string, name: string) => string
}

const article = {
  named: ['articles', 'title'],
  path: (id: string) => `/dashboard/news/${id}`,
} as const
const found = (list: string) => (_: string, name: string) =>
  `/dashboard/${list}?${new URLSearchParams({ search: name })}`

const settings = {
  kept: { what: 'the settings', by: ['ADMIN'] },
  path: () => '/dashboard/settings',
} as const

/** Where the rows of these columns are seen. What has no entry is named by its table alone. */
const owners: Readonly<Record<string, Owner>> = {
  'articles.banner': { ...article, place: 'Banner of an article' },
  'articles.content': { ...article, place: 'In the text of an article' },
  'article_drafts.fields': { ...article, place: 'In the draft of an article', by: 'article_id' },
  'article_revisions.fields': {
    ...article,
    place: 'Earlier version of an article',
    by: 'article_id',
  },
  'events.image': {
    place: 'Event',
    named: ['events', 'title'],
    path: (id) => `/dashboard/events/${id}`,
  },
  'team_members.profile_picture': {
    place: 'Team',
    named: ['team_members', 'full_name'],
    path: found('team'),
  },
  'tech_stacks.icon': {
    place: 'Tech stack',
    named: ['tech_stacks', 'name'],
    kept: { what: 'tech stacks', by: recruiters },
    path: () => '/dashboard/tech-stacks',
  },
  'testimonials.profile_picture': {
    place: 'Testimonial',
    named: ['testimonials', 'full_name'],
    path: found('testimonials'),
  },
  'settings.value': { ...settings, place: 'Settings', named: ['settings', 'id'] },
  'setting_revisions.value': {
    ...settings,
    place: 'Earlier version of settings',
    named: ['setting_revisions', 'section'],
  },
  'trash.snapshot': { place: 'In the trash', named: ['trash', 'title'], path: found('trash') },
}

/** The column that identifies a row. */
export const keyColumn = (table: string) => (table === 'article_drafts' ? 'article_id' : 'id')

/** The key of a row as the database has it. */
export const rowKeyOf = (table: string, rowId: string) =>
  (table === 'tech_stacks' || table === 'settings' ? rowId : Number(rowId)) as number

const imageNames = /\/images\/(\w+-\d{1,4}x\d{1,4}-(?:[0-9a-f]{6}|clear))/g
const changesAtOnce = 500

/** Brings `image_uses` up to date: reads the rows again that triggers have noted since the last time. */
export async function refreshImageUses(database: Database) {
  for (;;) {
    const pending = await database.selectFrom('image_changes').select('id').limit(1).execute()
    if (pending.length === 0) return
    if (database.isTransaction) await refreshSome(database)
    else await database.transaction().execute(refreshSome)
  }
}

/**
 * Whoever refreshes at the same time waits here until this transaction ends, because it locks the oldest changes first:
 * so nobody stores the uses of a row as it was before what another one has read.
 */
async function refreshSome(transaction: Database) {
  const changes = await transaction
    .selectFrom('image_changes')
    .select(['id', 'table_name', 'row_id'])
    .orderBy('id')
    .limit(changesAtOnce)
    .forUpdate()
    .execute()
  if (changes.length === 0) return
  await transaction
    .deleteFrom('image_changes')
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  for (const [table, rows] of Map.groupBy(changes, ({ table_name }) => table_name)) {
    const ids = [...new Set(rows.map(({ row_id }) => row_id))]
    await transaction
      .deleteFrom('image_uses')
      .where('table_name', '=', table)
      .where('row_id', 'in', ids)
      .execute()
    const uses = await readUses(transaction, table, ids)
    for (const some of chunksOf(uses, changesAtOnce)) {
      await transaction
        .insertInto('image_uses')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

async function readUses(database: Database, table: string, ids: readonly string[]) {
  const columns = imageColumns.flatMap(([of, column]) => (of === table ? [column] : []))
  const key = keyColumn(table)
  const rows = await database
    .selectFrom(table as 'articles')
    .select([key, ...columns] as 'id'[])
    .where(
      key as 'id',
      'in',
      ids.map((id) => rowKeyOf(table, id)),
    )
    .execute()
  return (rows as unknown as Record<string, string | number>[]).flatMap((row) =>
    columns.flatMap((column_name) =>
      [
        ...new Set(
          [...String(row[column_name]).matchAll(imageNames)].map(([, name]) => name ?? ''),
        ),
      ].map((name) => ({ name, table_name: table, row_id: String(row[key]), column_name })),
    ),
  )
}

const shownMax = 100

/** Where an image is used: what one sees first, then earlier versions. `image_uses` must be up to date. */
export async function findUses(database: Database, name: string): Promise<ImageUse[]> {
  const rows = await database
    .selectFrom('image_uses')
    .select(['table_name', 'row_id', 'column_name'])
    .where('name', '=', name)
    .limit(shownMax)
    .execute()
  const uses = new Map<string, ImageUse>()
  for (const [table, column] of imageColumns) {
    for (const row of rows) {
      if (row.table_name !== table || row.column_name !== column) continue
      const use = await describeUse(database, row)
      uses.set(`${use.place} ${use.path ?? row.row_id}`, use)
    }
  }
  return [...uses.values()]
}

/**
 * Why a role may not replace an image: it is used where that role changes nothing. `image_uses` must be up to date.
 * @returns an empty text if it may
 */
export async function findReplaceRefusal(database: Database, name: string, role: Role) {
  const rows = await database
    .selectFrom('image_uses')
    .select(['table_name', 'column_name'])
    .distinct()
    .where('name', '=', name)
    .execute()
  const kept = rows.flatMap(
    ({ table_name, column_name }) => owners[`${table_name}.${column_name}`]?.kept ?? [],
  )
  const places = new Set(kept.flatMap(({ what, by }) => (by.includes(role) ? [] : what)))
  if (places.size === 0) return ''
  return `This picture is used in ${[...places].join(' and ')}, which your role may not change. Please ask an administrator to replace it.`
}

async function describeUse(
  database: Database,
  { table_name, row_id, column_name }: { table_name: string; row_id: string; column_name: string },
): Promise<ImageUse> {
  const owner = owners[`${table_name}.${column_name}`]
  if (!owner) return { place: table_name.replaceAll('_', ' '), title: '', path: null }
  let id = rowKeyOf(table_name, row_id)
  if (owner.by && table_name !== 'article_drafts') {
    const row = await database
      .selectFrom(table_name as 'article_revisions')
      .select(owner.by as 'article_id')
      .where('id', '=', id)
      .executeTakeFirst()
    id = row?.article_id ?? 0
  }
  const [table, column] = owner.named
  const row = await database
    .selectFrom(table as 'articles')
    .select(column as 'title')
    .where('id', '=', id)
    .executeTakeFirst()
  const title = String((row as Record<string, unknown> | undefined)?.[column] ?? '')
  return { place: owner.place, title, path: owner.path(String(id), title) }
}
