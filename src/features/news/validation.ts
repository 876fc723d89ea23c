export const slugLengthMax = 80

/** What editors write of an article: the fields of a draft or a revision. */
export const articleFieldNames = [
  'title',
  'slug',
  'banner',
  'category',
  'author',
  'description',
  'content',
  'tags',
  'done_at',
] as const

/** The most links to other sites that are asked at once whether they answer. */
export const checkedLinksMax = 40

/** The orders of the staff's list. */
export const articleListOrders = [
  'title',
  '-title',
  'updated_at',
  '-updated_at',
  'published_at',
  '-published_at',
] as const

export const tagOrders = ['name', '-name', 'article_count', '-article_count'] as const
