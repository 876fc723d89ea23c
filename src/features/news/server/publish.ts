import { z } from 'zod'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields, notFound } from '#platform/http/errors.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { isReadableHtml } from '#platform/text/html.ts'
import { articleFields } from '../contract.ts'
import type { ArticleFields } from '../drafts-contract.ts'
import { deleteDraft, fieldsOf, findDraft } from './drafts.ts'
import { addRevision } from './revisions.ts'
import { refuseTakenSlug, takingSlug } from './slugs.ts'
import { transitions } from './state.ts'
import { updateArticle } from './write.ts'

type Publication = {
  id: number
  draft_updated_at?: string
  /** A time to come; undefined publishes now. */
  at?: string
}

/**
 * Makes the draft of an article public, now or at a time to come.
 * @throws 404; 400 with all that is missing; 409 when the draft is another than was seen
 */
export async function publishDraft(
  context: RequestContext,
  { id, draft_updated_at: expected, at }: Publication,
) {
  const now = context.now().toISOString()
  const published = await takingSlug(() =>
    context.database.transaction().execute(async (transaction) => {
      const after = await editRowWithin(transaction, context, {
        table: 'articles',
        id,
        expected,
        // Named in the message to who edits the version before.
        changes: { publication: at ?? now },
        find: () => findDraft(transaction, id, context.now()),
        async write(_, draft, version, before) {
          refuseIncomplete(draft)
          await refuseTakenSlug(transaction, id, draft.slug)
          const times =
            at === undefined
              ? transitions.publish(before, now)
              : { published_at: at, archived_at: null }
          const article = { ...fieldsOf(draft), ...times }
          await updateArticle(transaction, id, article, version, draft.slug)
          await deleteDraft(transaction, id)
          await addRevision(transaction, context, {
            articleId: id,
            kind: 'published',
            after: draft,
            before,
          })
        },
      })
      if (!after) return null
      const details = { published_at: after.published_at }
      await writeAudit(transaction, context, { action: 'changed', target: 'article', id, details })
      return after
    }),
  )
  if (!published) throw notFound('This article')
}

const required = z.object(articleFields).pick({ title: true, author: true, description: true })

/** @throws 400 with all fields that visitors would miss */
export function refuseIncomplete(
  article: Pick<ArticleFields, 'title' | 'author' | 'description' | 'content'>,
) {
  const { error } = required.safeParse(article)
  const problems: Record<string, string[]> = error ? z.flattenError(error).fieldErrors : {}
  // Its length was checked when it was saved, before its pictures made it longer.
  if (!isReadableHtml(article.content)) problems.content = ['Content is required']
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}
