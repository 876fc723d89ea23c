import { formatDate } from '#shared/format.ts'
import { categoryLabels } from '../../categories.ts'
import type { ArticleFields } from '../../drafts-contract.ts'

/** The fields of an article as the editor calls them. */
export const fieldLabels: Record<keyof ArticleFields, string> = {
  title: 'Title',
  description: 'Summary',
  content: 'Text',
  slug: 'Address',
  category: 'Category',
  tags: 'Tags',
  author: 'Author',
  done_at: 'Date on the article',
  banner: 'Banner',
}

/** The value of a field as text. */
export function shownField(value: ArticleFields[keyof ArticleFields]) {
  if (value === null || value === '') return 'Nothing'
  if (typeof value !== 'string') return value.join(', ') || 'Nothing'
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value)
  return Object.hasOwn(categoryLabels, value)
    ? categoryLabels[value as keyof typeof categoryLabels]
    : value
}
