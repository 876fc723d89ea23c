import type { ArticleCategory } from '#features/news/categories.ts'

/** An article of the demo, dated from the day on which the demo is stored. */
export type DemoArticle = {
  title: string
  category: ArticleCategory
  author: string
  description: string
  tags: readonly string[]
  /** Days since its publication; below zero it is still to come, and null makes a draft of it. */
  daysAgo: number | null
  /** HTML. */
  content: string
}
