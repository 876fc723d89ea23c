import { sql, type Transaction } from 'kysely'
import { recordEdit } from '#database/edits.ts'
import { type LockableTable, lockRow, lockRows } from '#database/lock-row.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { forbidden, invalidFields, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { replaceImageInHtml } from '#platform/text/html.ts'
import { parseImageUrl } from '#shared/image-url.ts'
import { imageSearchText } from './store-image.ts'
import { findReplaceRefusal, keyColumn, refreshImageUses, rowKeyOf } from './uses.ts'

/**
 * Shows another image wherever one is used. Rows are locked and get a new version, so that nobody who edits one puts
 * the former image back unawares. What is in the trash keeps it.
 * @returns how many places have changed, and whether the other image was used nowhere before
 * @throws 404; 400 when there is no such other image; 403 when it is used where the role changes nothing
 */
export async function replaceImage(context: RequestContext, id: number, address: string) {
  await refreshImageUses(context.database)
  return context.database.transaction().execute(async (transaction) => {
    const other = await transaction
      .selectFrom('images')
      .select('id')
      .where('name', '=', parseImageUrl(address)?.name ?? '')
      .executeTakeFirst()
    const by = other?.id ?? 0
    for (const one of [id, by].sort((a, b) => a - b)) await lockRow(transaction, 'images', one)
    const images = await transaction
      .selectFrom('images')
      .select(['id', 'name', 'alt', 'file_name', 'by_name', 'updated_at'])
      .where('id', 'in', [id, by])
      .execute()
    const [from, to] = [id, by].map((one) => images.find((image) => image.id === one))
    if (!from) throw notFound('This picture')
    if (!to) throw invalidFields({ by: ['This picture was not found. Please upload it again'] })
    if (from === to) throw invalidFields({ by: ['This is the same picture'] })
    await lockArticlesWith(transaction, from.name)
    await refreshImageUses(transaction)
    const { role } = requireViewer(context)
    const refusal = await findReplaceRefusal(transaction, from.name, role)
    if (refusal) throw forbidden(refusal)
    const usesOf = (name: string) =>
      transaction.selectFrom('image_uses').selectAll().where('name', '=', name)
    const before = await usesOf(to.name).execute()
    const uses = await usesOf(from.name).where('table_name', '<>', 'trash').execute()
    const urls = { from: `/images/${from.name}`, to: `/images/${to.name}` }
    const rows = Map.groupBy(uses, ({ table_name, row_id }) => `${table_name} ${row_id}`)
    for (const some of [...rows.entries()].sort(byTable).map(([, columns]) => columns)) {
      await replaceInRow(transaction, context, some, urls)
    }
    await redirect(transaction, from, to)
    if (to.alt === '' && from.alt !== '') await takeDescription(transaction, context, to, from.alt)
    // Kept by the upkeep as if just chosen.
    await transaction
      .updateTable('images')
      .set({ wanted_at: context.now().toISOString() })
      .where('id', '=', to.id)
      .execute()
    const details = { by, places: uses.length }
    await writeAudit(transaction, context, { action: 'changed', target: 'image', id, details })
    return { id: to.id, replaced: uses.length, was_unused: before.length === 0 }
  })
}

/**
 * Locks the articles that show an image, in their drafts and earlier versions as well: whoever saves a draft locks its
 * article, and would write again what the draft had before. `image_uses` must be up to date, and is not afterwards:
 * drafts may have been saved while this waited.
 */
async function lockArticlesWith(transaction: Transaction<Tables>, name: string) {
  const uses = transaction.selectFrom('image_uses').where('name', '=', name)
  const idOf = sql<number>`cast(row_id as integer)`
  const direct = await uses
    .where('table_name', 'in', ['articles', 'article_drafts'])
    .select(idOf.as('id'))
    .execute()
  const earlier = await transaction
    .selectFrom('article_revisions')
    .where('id', 'in', uses.where('table_name', '=', 'article_revisions').select(idOf.as('id')))
    .select('article_id as id')
    .distinct()
    .execute()
  await lockRows(transaction, 'articles', [...new Set([...direct, ...earlier].map(({ id }) => id))])
}

type Described = Parameters<typeof imageSearchText>[0] & { id: number; updated_at: string }

/** Says of a picture what the one before it showed. */
async function takeDescription(
  transaction: Transaction<Tables>,
  context: RequestContext,
  { id, ...image }: Described,
  alt: string,
) {
  const version = nextVersion(image.updated_at, context.now())
  const search_text = imageSearchText({ ...image, alt })
  await transaction
    .updateTable('images')
    .set({ alt, search_text, updated_at: version })
    .where('id', '=', id)
    .execute()
  const by = requireViewer(context)
  await recordEdit(transaction, 'images', id, { version, by, fields: ['alt'] })
}

/** Always in the same order. Articles come before their drafts, as where they are written. */
const byTable = ([one]: [string, unknown], [other]: [string, unknown]) =>
  Number(one.startsWith('article_')) - Number(other.startsWith('article_')) ||
  one.localeCompare(other, 'en', { numeric: true })

type Use = { table_name: string; row_id: string; column_name: string }

async function replaceInRow(
  transaction: Transaction<Tables>,
  context: RequestContext,
  uses: readonly Use[],
  { from, to }: { from: string; to: string },
) {
  const { table_name = '', row_id = '' } = uses[0] ?? {}
  const table = table_name as LockableTable
  const key = keyColumn(table) as 'id'
  const id = rowKeyOf(table, row_id)
  const row = (await transaction
    .selectFrom(table as 'articles')
    .selectAll()
    .where(key, '=', id)
    .forUpdate()
    .executeTakeFirst()) as Record<string, string> | undefined
  if (!row) return
  const changes: Record<string, string> = {}
  for (const { column_name } of uses) {
    changes[column_name] = replaceIn(column_name, row[column_name] ?? '', from, to)
  }
  const version = row.updated_at && nextVersion(row.updated_at, context.now())
  await transaction
    .updateTable(table as 'articles')
    .set({ ...changes, ...(version && { updated_at: version }) })
    .where(key, '=', id)
    .execute()
  if (!version || key !== 'id') return
  const by = requireViewer(context)
  // Editors know the only list with pictures by its name.
  const fields = table_name === 'settings' ? ['partners'] : Object.keys(changes)
  await recordEdit(transaction, table, id, { version, by, fields })
}

function replaceIn(column: string, text: string, from: string, to: string): string {
  if (column === 'content') return replaceImageInHtml(text, from, to)
  if (column !== 'fields') return text.replaceAll(from, to)
  const fields = JSON.parse(text) as Record<string, unknown>
  for (const name of ['banner', 'content']) {
    const value = fields[name]
    if (typeof value === 'string') fields[name] = replaceIn(name, value, from, to)
  }
  return JSON.stringify(fields)
}

/** Once the former image is gone, its URL leads to the other one. */
async function redirect(
  transaction: Transaction<Tables>,
  from: { id: number; name: string },
  to: { id: number; name: string },
) {
  await transaction
    .updateTable('image_redirects')
    .set({ image_id: to.id })
    .where('image_id', '=', from.id)
    .execute()
  await transaction
    .deleteFrom('image_redirects')
    .where('name', 'in', [from.name, to.name])
    .execute()
  await transaction
    .insertInto('image_redirects')
    .values({ name: from.name, image_id: to.id })
    .execute()
}
