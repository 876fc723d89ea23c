import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { discardRows, trashKind } from '#platform/trash/discard.ts'
import { pluralize } from '#shared/format.ts'
import { refreshImageUses } from './uses.ts'

export const imageTrash = trashKind({
  name: 'image',
  table: 'images',
  titleOf: ({ alt, file_name, name }) => alt || file_name || name,
  unique: [
    {
      columns: ['source'],
      taken: { image: ['The same picture was uploaded again meanwhile. Use that one.'] },
    },
  ],
})

/** Within this time a user who chose a picture has saved the row that they chose it for. */
const choosingMs = 60_000

/** Deletes images that are used nowhere, into the trash. Each of the others fails with the reason. */
export async function deleteImages(context: RequestContext, wanted: readonly number[]) {
  const outcome = await context.database.transaction().execute(async (transaction) => {
    const failed: { id: number; error: Error }[] = []
    const free: number[] = []
    const ids = [...new Set(wanted)].sort((a, b) => a - b)
    for (const id of ids) await lockRow(transaction, 'images', id)
    await refreshImageUses(transaction)
    for (const id of ids) {
      const error = await reasonToKeep(transaction, id, context.now())
      if (error) failed.push({ id, error })
      else free.push(id)
    }
    const succeeded = await discardRows(transaction, context, imageTrash, free)
    if (succeeded.length > 0) {
      const one = succeeded.length === 1 ? succeeded[0] : undefined
      await writeAudit(transaction, context, {
        action: one === undefined ? 'batch' : 'deleted',
        target: 'image',
        id: one ?? null,
        ...(one === undefined && { details: { action: 'delete', ids: succeeded } }),
      })
    }
    return { succeeded, failed }
  })
  context.tagVersions.invalidate(['Trash'])
  return outcome
}

async function reasonToKeep(transaction: Transaction<Tables>, id: number, now: Date) {
  const image = await transaction
    .selectFrom('images')
    .select(['name', 'wanted_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!image) return notFound('This picture')
  const { count } = await transaction
    .selectFrom('image_uses')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('name', '=', image.name)
    .executeTakeFirstOrThrow()
  if (count > 0) {
    return conflict(
      `This picture is used in ${pluralize(count, 'place')}. Take it out there first, or replace it.`,
    )
  }
  const isChosen = image.wanted_at > new Date(now.getTime() - choosingMs).toISOString()
  if (isChosen && image.wanted_at !== image.created_at) {
    return conflict('Somebody has chosen this picture just now. Please try again in a minute.')
  }
  return null
}
