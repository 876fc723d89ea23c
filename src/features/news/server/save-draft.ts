import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import type { ArticleFields, DraftChanges } from '../drafts-contract.ts'
import { cleanArticle } from './content.ts'
import { fieldsOf, findDraft, type StoredDraft, writeDraft } from './drafts.ts'
import { addRevision } from './revisions.ts'
import { findFreeSlug, isSlugOf, refuseTakenSlug, takingSlug, wasPublished } from './slugs.ts'
import { updateArticle } from './write.ts'

type Save = {
  id: number
  expected: string | undefined
  changes: DraftChanges
  kind: 'saved' | 'restored'
}

/**
 * Saves a draft: apart from the article when that is published, scheduled or has a draft already, otherwise in its
 * place.
 * @throws 404; 400 for a taken slug; 409 when the draft has changed since it was read
 */
export async function saveDraft(context: RequestContext, { id, expected, changes, kind }: Save) {
  const sent = { banner: changes.banner, content: changes.content }
  const content = await cleanArticle(context, sent, { mayBeEmpty: true })
  const cleaned = omitUndefined({ ...changes, content })
  return takingSlug(() =>
    editRow(context, 'This article', {
      table: 'articles',
      id,
      expected,
      changes: cleaned,
      find: (transaction) => findDraft(transaction, id, context.now()),
      async write(transaction, after, version, before) {
        const slug = await slugOf(transaction, before, cleaned)
        const fields = fieldsOf({ ...(after as ArticleFields), slug })
        if (before.has_changes || before.published_at !== null) {
          await writeDraft(transaction, id, fields, version)
        } else {
          const { published_at, archived_at } = before
          await updateArticle(transaction, id, { ...fields, published_at, archived_at }, version)
        }
        await addRevision(transaction, context, { articleId: id, kind, after: fields, before })
      },
    }),
  )
}

/** The slug after the changes. Until the first publication it follows the title, unless an editor has chosen it. */
async function slugOf(
  transaction: Transaction<Tables>,
  before: StoredDraft,
  { slug, title = before.title }: DraftChanges,
) {
  if (slug === undefined || slug === before.slug) {
    const isAutomatic = isSlugOf(before.slug, before.title)
    if (!isAutomatic || isSlugOf(before.slug, title)) return before.slug
    return (await wasPublished(transaction, before.id))
      ? before.slug
      : findFreeSlug(transaction, title, before.id)
  }
  if (slug === '') return findFreeSlug(transaction, title, before.id)
  await refuseTakenSlug(transaction, before.id, slug)
  return slug
}
