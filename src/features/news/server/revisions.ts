import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type Page, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ArticleFields, Revision, revisionKinds } from '../drafts-contract.ts'
import { fieldsOf } from './drafts.ts'

type Kind = (typeof revisionKinds)[number]
type Editor = Pick<RequestContext, 'viewer' | 'now'>

/** Saves of one user within these minutes are one revision. */
const togetherMs = 10 * 60 * 1000
const keptMax = 200

type NewRevision = {
  articleId: number
  kind: Kind
  after: ArticleFields
  /** The version that this one replaces. */
  before: ArticleFields & { updated_at: string }
}

/** Keeps a version of an article. The first time it keeps the version before, too. */
export async function addRevision(
  transaction: Transaction<Tables>,
  { viewer, now }: Editor,
  { articleId, kind, after, before }: NewRevision,
) {
  const saved_at = now().toISOString()
  const latest = await findLatest(transaction, articleId)
  if (!latest && before.content !== '') {
    const original = { at: before.updated_at, by: null, name: '' }
    await insert(transaction, articleId, 'original', before, original)
  }
  const isSameSitting =
    latest?.kind === 'saved' &&
    kind === 'saved' &&
    latest.by_user_id === viewer?.id &&
    Date.parse(latest.created_at) > now().getTime() - togetherMs
  if (isSameSitting) {
    const change = { ...textOf(after), saved_at }
    await transaction
      .updateTable('article_revisions')
      .set(change)
      .where('id', '=', latest.id)
      .execute()
    return
  }
  const by = { at: saved_at, by: viewer?.id ?? null, name: viewer?.name ?? '' }
  await insert(transaction, articleId, kind, after, by)
  await removeOld(transaction, articleId)
}

const findLatest = (transaction: Transaction<Tables>, articleId: number) =>
  transaction
    .selectFrom('article_revisions')
    .select(['id', 'kind', 'by_user_id', 'created_at'])
    .where('article_id', '=', articleId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const textOf = (fields: ArticleFields) => ({
  title: fields.title,
  fields: JSON.stringify(fieldsOf(fields)),
})

const insert = (
  transaction: Transaction<Tables>,
  article_id: number,
  kind: Kind,
  fields: ArticleFields,
  { at, by, name }: { at: string; by: number | null; name: string },
) =>
  transaction
    .insertInto('article_revisions')
    .values({
      article_id,
      kind,
      ...textOf(fields),
      by_user_id: by,
      by_name: name,
      created_at: at,
      saved_at: at,
    })
    .execute()

async function removeOld(transaction: Transaction<Tables>, articleId: number) {
  const oldest = await transaction
    .selectFrom('article_revisions')
    .select('id')
    .where('article_id', '=', articleId)
    .orderBy('id', 'desc')
    .offset(keptMax)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await transaction
    .deleteFrom('article_revisions')
    .where('article_id', '=', articleId)
    .where('id', '<=', oldest.id)
    .execute()
}

const columns = ['id', 'kind', 'title', 'by_name as by', 'saved_at'] as const

/** A page of an article's revisions, the newest first. */
export async function findRevisions(
  database: Database,
  articleId: number,
  page: PageQuery,
): Promise<Page<Revision>> {
  const ofArticle = database.selectFrom('article_revisions').where('article_id', '=', articleId)
  const found = await findPage(ofArticle, ofArticle.select(columns).orderBy('id', 'desc'), page)
  return { ...found, results: found.results.map((row) => ({ ...row, kind: row.kind as Kind })) }
}

/** A revision with its text and the id of its article. */
export async function findRevision(database: Database, id: number) {
  const row = await database
    .selectFrom('article_revisions')
    .select([...columns, 'fields', 'article_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return { ...row, kind: row.kind as Kind, fields: JSON.parse(row.fields) as ArticleFields }
}
