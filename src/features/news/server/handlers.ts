import type { Transaction } from 'kysely'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { Comment } from '#features/comments/contract.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields, notFound } from '#platform/http/errors.ts'
import { implementContract, isStaffView, requireViewer } from '#platform/http/procedures.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { editors, isOneOf } from '#shared/roles.ts'
import { type ArticleDetail, newsContract } from '../contract.ts'
import { findArticles } from './article-rows.ts'
import { cleanArticle, withContentErrors } from './content.ts'
import { findDraft, writeDraft } from './drafts.ts'
import { publishDraft, refuseIncomplete } from './publish.ts'
import { findArticle, findPublishedArticles, findRelatedArticles } from './queries.ts'
import { publishedAt, transitions } from './state.ts'
import { findPublishedTags } from './tags.ts'
import { addArticle, getStoredArticle, type StoredArticle, updateArticle } from './write.ts'

const procedures = implementContract(newsContract)

export const articleTrash = trashKind({
  name: 'article',
  table: 'articles',
  titleOf: ({ title }) => title || 'An article without a title',
  wordsOf: ({ author, slug }) => `${author}\n${slug}`,
  unique: [
    {
      columns: ['slug'],
      taken: { slug: ['Another article has this address now. Give that another one first.'] },
    },
    {
      table: 'article_slugs',
      columns: ['slug'],
      taken: { slug: ['Another article was published under an address of this one.'] },
    },
  ],
})

type FindComments = (
  context: RequestContext,
  articleId: number,
) => Promise<{ results: Comment[]; total_items: number }>

/**
 * What an article needs of its comments; passed in, because features don't import one another.
 * @param findComments finds the newest of the visible ones
 * @param withdrawAnswers takes back the unsent emails about them, before the article is deleted
 */
export const newsHandlers = (
  findComments: FindComments,
  withdrawAnswers: (transaction: Transaction<Tables>, articleId: number) => Promise<void>,
) =>
  procedures.router({
    list: procedures.list.handler(({ input, context }) => {
      const now = context.now()
      const { status, search, ordering } = input
      const ofHidden = status !== undefined && status !== 'published'
      return isStaffView(context, editors, ofHidden || Boolean(search || ordering))
        ? findArticles(context.database, input, input, now)
        : findPublishedArticles(context.database, input.category, input, now)
    }),

    bySlug: procedures.bySlug.handler(({ input, context }) =>
      getReadable(context, { slug: input.slug }, findComments),
    ),

    related: procedures.related.handler(({ input, context }) =>
      findRelatedArticles(context.database, input.category, input.exclude, context.now()),
    ),

    get: procedures.get.handler(({ input, context }) =>
      getReadable(context, { id: input.id }, findComments),
    ),

    tags: procedures.tags.handler(({ context }) =>
      findPublishedTags(context.database, context.now()),
    ),

    create: procedures.create.use(withContentErrors()).handler(async ({ input, context }) => {
      const { is_published, published_at, ...fields } = input
      const content = await cleanArticle(context, fields)
      const article = {
        ...fields,
        content,
        done_at: fields.done_at ?? null,
        archived_at: null,
        published_at: publishedAt(
          { is_published, published_at },
          null,
          context.now().toISOString(),
        ),
      }
      const id = await addArticle(context, article)
      return getArticle(context, id, findComments)
    }),

    update: procedures.update.use(withContentErrors()).handler(async ({ input, context }) => {
      const { id, expected_updated_at, ...edited } = input
      const { is_published, published_at, content: html, ...changes } = edited
      const content = await cleanArticle(context, { banner: changes.banner, content: html })
      const now = context.now().toISOString()
      const merge = (before: StoredArticle) => ({
        ...before,
        ...omitUndefined(changes),
        ...(content !== undefined && { content }),
        published_at: publishedAt({ is_published, published_at }, before.published_at, now),
        archived_at: is_published ? null : before.archived_at,
      })
      await editArticle(context, id, edited, merge, expected_updated_at)
      return getArticle(context, id, findComments)
    }),

    publish: procedures.publish.handler(async ({ input, context }) => {
      await publishDraft(context, input)
      return getArticle(context, input.id, findComments)
    }),

    schedule: procedures.schedule.handler(async ({ input, context }) => {
      const at = new Date(input.published_at).toISOString()
      if (at <= context.now().toISOString()) {
        throw invalidFields({ published_at: ['Please choose a time to come'] })
      }
      await publishDraft(context, { ...input, at })
      return getArticle(context, input.id, findComments)
    }),

    unpublish: procedures.unpublish.handler(({ input, context }) =>
      move(context, input, 'unpublish', findComments),
    ),

    archive: procedures.archive.handler(({ input, context }) =>
      move(context, input, 'archive', findComments),
    ),

    delete: procedures.delete.handler(async ({ input, context }) => {
      const isDeleted = await discardAudited(context, articleTrash, input.id, (transaction) =>
        withdrawAnswers(transaction, input.id),
      )
      if (!isDeleted) throw notFound('This article')
    }),
  })

/**
 * @param merge the article as it is stored after the edit
 * @throws 404; 400 with all that is missing of one that it publishes; 409 when it has changed since it was read
 */
const editArticle = (
  context: RequestContext,
  id: number,
  changes: object,
  merge: (before: StoredArticle) => StoredArticle,
  expected?: string,
) =>
  editRow(context, 'This article', {
    table: 'articles',
    id,
    expected,
    changes,
    find: (transaction) => findArticle(transaction, { id }, context.now()),
    async write(transaction, _, version) {
      const stored = await getStoredArticle(transaction, id)
      const merged = merge(stored)
      if (merged.published_at !== null && merged.archived_at === null) refuseIncomplete(merged)
      const draft = await findDraft(transaction, id, context.now())
      await updateArticle(transaction, id, merged, version)
      const details = { fields: Object.keys(changes) }
      await writeAudit(transaction, context, { action: 'changed', target: 'article', id, details })
      if (!draft?.has_changes) return
      // Otherwise the draft would take the change back when it is published.
      const fields = Object.fromEntries(
        Object.keys(changes).map((name) => [name, merged[name as keyof StoredArticle]]),
      )
      const next = nextVersion(draft.updated_at, context.now())
      await writeDraft(transaction, id, { ...draft, ...fields }, next)
    },
  })

type Move = { id: number; expected_updated_at?: string; published_at?: string | null }

async function move(
  context: RequestContext,
  { id, expected_updated_at: expected, ...time }: Move,
  transition: 'unpublish' | 'archive',
  findComments: FindComments,
) {
  const now = context.now().toISOString()
  const merge = (before: StoredArticle) => {
    const published_at = publishedAt(time, before.published_at, now)
    return { ...before, ...transitions[transition]({ ...before, published_at }, now) }
  }
  await editArticle(context, id, { ...time, status: transition }, merge, expected)
  return getArticle(context, id, findComments)
}

async function getArticle(
  context: RequestContext,
  id: number,
  findComments: FindComments,
): Promise<ArticleDetail> {
  const article = await findArticle(context.database, { id }, context.now())
  if (!article) throw notFound('This article')
  return withComments(context, article, findComments)
}

/**
 * Gets an article that the caller may read: visitors published ones, editors all.
 * @throws 404; 401 for an expired token, since its owner may be an editor
 */
async function getReadable(
  context: RequestContext,
  key: { id: number } | { slug: string },
  findComments: FindComments,
) {
  const article = await findArticle(context.database, key, context.now())
  if (!article?.is_published) {
    if (context.hasInvalidToken) requireViewer(context)
    if (!article || !isOneOf(editors, context.viewer?.role)) throw notFound('This article')
  }
  return withComments(context, article, findComments)
}

async function withComments(
  context: RequestContext,
  article: Omit<ArticleDetail, 'comments' | 'comment_count'>,
  findComments: FindComments,
) {
  const { results, total_items } = await findComments(context, article.id)
  return { ...article, comments: results, comment_count: total_items }
}
