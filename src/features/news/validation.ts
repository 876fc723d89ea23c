export const slugLengthMax = 80

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
