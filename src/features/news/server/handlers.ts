import type { Comment } from '#features/comments/contract.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { editRow } from '#platform/http/edit-row.ts'
import { notFound, rejectFields } from '#platform/http/errors.ts'
import { implementContract, isStaffView, requireViewer } from '#platform/http/procedures.ts'
import { deleteAudited } from '#platform/security/audit-log.ts'
import { markImagesUsed } from '#platform/storage/images.ts'
import { imagesOfHtml } from '#platform/text/html.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import { sanitizeApart } from '#platform/text/sanitize-apart.ts'
import { editors } from '#shared/roles.ts'
import { type ArticleDetail, newsContract } from '../contract.ts'
import { findArticle, findArticles, findPublishedArticles, findRelatedArticles } from './queries.ts'
import { publishedAt, transitions } from './state.ts'
import { findPublishedTags } from './tags.ts'
import {
  deleteArticle,
  getStoredArticle,
  insertArticle,
  type StoredArticle,
  updateArticle,
} from './write.ts'

const procedures = implementContract(newsContract)

const newestComments = { page: 1, page_size: 100 }

type FindComments = (
  context: RequestContext,
  articleId: number,
  page: typeof newestComments,
) => Promise<{ results: Comment[]; total_items: number }>

/** @param findComments finds an article's visible comments; passed in, because features don't import one another */
export const newsHandlers = (findComments: FindComments) =>
  procedures.router({
    list: procedures.list.handler(({ input, context }) => {
      const now = context.now()
      return isStaffView(context, editors, Boolean(input.status || input.search || input.ordering))
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

    create: procedures.create.handler(async ({ input, context }) => {
      const now = context.now().toISOString()
      const { is_published, published_at, ...fields } = input
      const content = await readableHtml(fields.content)
      await markImagesUsed(context, { banner: fields.banner, content: imagesOfHtml(content) })
      const id = await insertArticle(
        context.database,
        {
          ...fields,
          content,
          done_at: fields.done_at ?? null,
          published_at: publishedAt({ is_published, published_at }, null, now),
          archived_at: null,
        },
        now,
      )
      return getArticle(context, id, findComments)
    }),

    update: procedures.update.handler(async ({ input, context }) => {
      const { id, expected_updated_at, ...edited } = input
      const { is_published, published_at, content: html, ...changes } = edited
      const content = html === undefined ? undefined : await readableHtml(html)
      await markImagesUsed(context, {
        banner: changes.banner,
        content: imagesOfHtml(content ?? ''),
      })
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

    publish: procedures.publish.handler(({ input, context }) =>
      move(context, input.id, 'publish', findComments),
    ),

    unpublish: procedures.unpublish.handler(({ input, context }) =>
      move(context, input.id, 'unpublish', findComments),
    ),

    archive: procedures.archive.handler(({ input, context }) =>
      move(context, input.id, 'archive', findComments),
    ),

    delete: procedures.delete.handler(async ({ input, context }) => {
      const isDeleted = await deleteAudited(context, 'article', input.id, (transaction) =>
        deleteArticle(transaction, input.id),
      )
      if (!isDeleted) throw notFound('This article')
    }),
  })

/** @param merge the article as it is stored after the edit @throws 404; 409 when it has changed since it was read */
const editArticle = (
  context: RequestContext,
  id: number,
  changes: object,
  merge: (before: StoredArticle) => StoredArticle,
  expected?: string,
) =>
  editRow(context, 'This article', {
    ...{ table: 'articles', id, expected, changes },
    find: (transaction) => findArticle(transaction, { id }, context.now()),
    async write(transaction, _, version) {
      const stored = await getStoredArticle(transaction, id)
      await updateArticle(transaction, id, merge(stored), version)
    },
  })

async function move(
  context: RequestContext,
  id: number,
  transition: keyof typeof transitions,
  findComments: FindComments,
) {
  const now = context.now().toISOString()
  const merge = (before: StoredArticle) => ({ ...before, ...transitions[transition](before, now) })
  await editArticle(context, id, { status: transition }, merge)
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
    const isEditor = editors.some((role) => role === context.viewer?.role)
    if (!article || !isEditor) throw notFound('This article')
  }
  return withComments(context, article, findComments)
}

async function withComments(
  context: RequestContext,
  article: Omit<ArticleDetail, 'comments' | 'comment_count'>,
  findComments: FindComments,
) {
  const { results, total_items } = await findComments(context, article.id, newestComments)
  return { ...article, comments: results, comment_count: total_items }
}

/** Sanitizes the HTML. @throws 400 when it can't be, or when nothing is left to read */
async function readableHtml(text: string) {
  const sanitized = await sanitizeApart(text)
  if ('problem' in sanitized) throw rejectFields({ content: [sanitized.problem] })
  if (sanitized.isEmpty) throw rejectFields({ content: ['Content is required'] })
  return sanitized.html
}
