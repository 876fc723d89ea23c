import type { Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { retry } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { slugify } from '#platform/text/slug.ts'

/**
 * Runs a transaction that takes a slug, anew when a concurrent one has taken it first. Each try succeeds for at least
 * one of the concurrent writers: 50 can write at once.
 */
export const takingSlug = <T>(run: () => Promise<T>) =>
  retry(run, { when: isUniqueViolation, triesMax: 50 })

const baseOf = (title: string) => slugify(title) || 'article'

/** Whether a slug is the one that was made from a title. */
export const isSlugOf = (slug: string, title: string) =>
  slug.startsWith(baseOf(title)) && /^(-\d+)?$/.test(slug.slice(baseOf(title).length))

/**
 * The title's slug, or the first free one of `slug-2`, `slug-3` … Slugs under which other articles were published are
 * not free: their links still work.
 * @param id the article that it is for, if it is stored already
 */
export async function findFreeSlug(transaction: Transaction<Tables>, title: string, id?: number) {
  const slug = baseOf(title)
  const alike = `${slug}-%`
  const rows = await transaction
    .selectFrom('articles')
    .select(['slug', 'id as article_id'])
    .where((where) => where.or([where('slug', '=', slug), where('slug', 'like', alike)]))
    .unionAll(
      transaction
        .selectFrom('article_slugs')
        .select(['slug', 'article_id'])
        .where((where) => where.or([where('slug', '=', slug), where('slug', 'like', alike)])),
    )
    .execute()
  const taken = new Set(rows.filter((row) => row.article_id !== id).map((row) => row.slug))
  let free = slug
  for (let suffix = 2; taken.has(free); suffix += 1) free = `${slug}-${suffix}`
  return free
}

/** @throws 400 when another article has the slug, or was published under it */
export async function refuseTakenSlug(transaction: Transaction<Tables>, id: number, slug: string) {
  const now = await transaction
    .selectFrom('articles')
    .select('title')
    .where('slug', '=', slug)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (now) throw invalidFields({ slug: [`The article '${now.title || 'Untitled'}' is there`] })
  const before = await transaction
    .selectFrom('article_slugs')
    .innerJoin('articles', 'articles.id', 'article_slugs.article_id')
    .select('title')
    .where('article_slugs.slug', '=', slug)
    .where('article_id', '!=', id)
    .executeTakeFirst()
  if (before) throw invalidFields({ slug: [`The article '${before.title}' was there once`] })
}

/** Keeps the slug of an article that is published, so that links to it go on working. */
export async function keepSlug(transaction: Transaction<Tables>, id: number, slug: string) {
  await transaction
    .insertInto('article_slugs')
    .values({ slug, article_id: id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ article_id: id }))
    .execute()
}

/** Whether an article was ever published or scheduled. */
export async function wasPublished(transaction: Transaction<Tables>, id: number) {
  const row = await transaction
    .selectFrom('article_slugs')
    .select('slug')
    .where('article_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The present slug of the article that was published under a former one. */
export async function findPresentSlug(database: Database, former: string) {
  const row = await database
    .selectFrom('article_slugs')
    .innerJoin('articles', 'articles.id', 'article_slugs.article_id')
    .select('articles.slug')
    .where('article_slugs.slug', '=', former)
    .executeTakeFirst()
  return row?.slug ?? null
}
