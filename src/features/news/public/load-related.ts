import type { ApiClient } from '#client/api/client.ts'
import type { Article } from '../contract.ts'

/** The fields of an article that a related card shows. */
export type RelatedArticle = Pick<
  Article,
  'id' | 'slug' | 'title' | 'author' | 'done_at' | 'banner'
>

/** Other articles of the same category, as far as their cards show them. @throws the API's errors */
export async function loadRelated(
  api: ApiClient,
  { category, slug }: Pick<Article, 'category' | 'slug'>,
): Promise<RelatedArticle[]> {
  const found = await api.news.related({ category, exclude: slug })
  return (
    found
      // Another server of the API may know the category alone.
      .filter((one) => one.slug !== slug)
      .map(({ id, slug, title, author, done_at, banner }) => ({
        id,
        slug,
        title,
        author,
        done_at,
        banner,
      }))
  )
}
