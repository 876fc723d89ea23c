import { type SqlBool, sql, type Transaction } from 'kysely'
import { lockRows } from '#database/lock-row.ts'
import { parseSnapshot } from '#database/row-snapshots.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { releaseFiles } from '#platform/storage/files.ts'
import type { Row } from './person.ts'
import { withoutNames } from './texts.ts'

const longAgo = '2000-01-01T00:00:00.000Z'

/**
 * Erases the portraits of testimonials. One that nothing else shows goes with the next upkeep, and until then has no
 * name; one in the trash goes at once.
 * @returns how many were in the trash, and their files, no longer claimed
 */
export async function erasePortraits(
  transaction: Transaction<Tables>,
  testimonials: readonly Row[],
  pseudonym: string,
) {
  const urls = testimonials.map(({ profile_picture }) => String(profile_picture)).filter(Boolean)
  if (urls.length === 0) return { trashed: 0, files: [] }
  const names = testimonials.map(({ full_name }) => String(full_name))
  await takeNames(transaction, urls, (text) =>
    withoutNames(text, [...names, ...names.map(searchable)], pseudonym),
  )
  return eraseFromTrash(transaction, urls)
}

async function takeNames(
  transaction: Transaction<Tables>,
  urls: readonly string[],
  nameless: (text: string) => string,
) {
  const images = await transaction
    .updateTable('images')
    .set({ wanted_at: longAgo })
    .where((where) =>
      where.or(urls.map((url) => sql<SqlBool>`${url} like '%' || images.name || '%'`)),
    )
    .returning(['id', 'alt', 'file_name', 'search_text'])
    .execute()
  for (const { id, alt, file_name, search_text } of images) {
    const values = { alt: nameless(alt), file_name: nameless(file_name) }
    await transaction
      .updateTable('images')
      .set({ ...values, search_text: nameless(search_text) })
      .where('id', '=', id)
      .execute()
  }
}

async function eraseFromTrash(transaction: Transaction<Tables>, urls: readonly string[]) {
  const entries = await transaction
    .selectFrom('trash')
    .select(['id', 'snapshot'])
    .where('kind', '=', 'image')
    .execute()
  const wanted = entries.filter(({ snapshot }) => {
    const name = parseSnapshot(snapshot)?.rows[0]?.row.name
    return Boolean(name) && urls.some((url) => url.includes(String(name)))
  })
  const ids = [
    ...(await lockRows(
      transaction,
      'trash',
      wanted.map(({ id }) => id),
    )),
  ]
  if (ids.length === 0) return { trashed: 0, files: [] }
  const kept = await transaction
    .deleteFrom('trash_files')
    .where('trash_id', 'in', ids)
    .returning('file_id')
    .execute()
  await transaction.deleteFrom('trash').where('id', 'in', ids).execute()
  const fileIds = kept.map(({ file_id }) => file_id)
  return { trashed: ids.length, files: await releaseFiles(transaction, fileIds) }
}
