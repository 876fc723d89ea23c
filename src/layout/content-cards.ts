import type { Event } from '#features/events/contract.ts'
import { categoryLabels } from '#features/news/categories.ts'
import type { Article } from '#features/news/contract.ts'
import { formatDate } from '#shared/format.ts'
import type { ShareCard } from './share-card.ts'

/** An article's, with the Imigongo that it has on the site as well. */
export const articleCard = (
  article: Pick<Article, 'slug' | 'title' | 'category' | 'author' | 'done_at'>,
): ShareCard => ({
  path: `/insights/${article.slug}`,
  look: 'banner',
  kicker: categoryLabels[article.category],
  title: article.title,
  facts: [article.author, formatDate(article.done_at)],
  seed: article.slug,
})

/** An event's: what it is called, when and where. */
export const eventCard = (
  event: Pick<Event, 'id' | 'title' | 'category' | 'date' | 'time' | 'location'>,
): ShareCard => ({
  path: `/events/${event.id}`,
  look: 'banner',
  kicker: event.category,
  title: event.title,
  facts: [formatDate(event.date), event.time, event.location],
  seed: `event-${event.id}`,
})
