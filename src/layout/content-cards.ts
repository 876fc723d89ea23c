import type { Event } from '#features/events/contract.ts'
import { categoryLabels } from '#features/news/categories.ts'
import type { Article } from '#features/news/contract.ts'
import { formatDate } from '#shared/format.ts'
import { parseImageUrl } from '#shared/image-url.ts'
import type { ShareCard } from './share-card.ts'

/** The card of an article: its banner, or its title beside the same Imigongo as on its page. */
export const articleCard = (
  article: Pick<Article, 'slug' | 'title' | 'category' | 'author' | 'done_at' | 'banner'>,
): ShareCard => ({
  path: `/insights/${article.slug}`,
  look: 'banner',
  kicker: categoryLabels[article.category],
  title: article.title,
  facts: [article.author, formatDate(article.done_at)],
  seed: article.slug,
  ...(parseImageUrl(article.banner) && { photo: article.banner }),
})

/** The card of an event: title, date and place. */
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
