import { type Expression, sql } from 'kysely'

/** Whether visitors see an article at a time: it was published, not archived since, and isn't scheduled for later. */
export const isArticlePublic = (now: string | Expression<string>) =>
  sql<boolean>`(articles.archived_at is null and articles.published_at <= ${now})`
