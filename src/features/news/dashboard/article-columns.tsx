import { formatDate, formatDateTime } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { categoryLabels } from '../categories.ts'
import type { ArticleRow } from '../drafts-contract.ts'
import { articleName, articleStatusLooks } from './article-status.ts'

/** The columns of the list. @param pathOf the path of an article's editor */
export const articleColumns = (
  pathOf: (article: ArticleRow) => string,
): DataColumn<ArticleRow>[] => [
  {
    id: 'title',
    header: 'Article',
    ordering: 'title',
    isMain: true,
    className: 'min-w-56 max-w-96',
    cell: (article) => (
      <MainCell
        name={articleName(article)}
        text={[categoryLabels[article.category], article.author].filter(Boolean).join(' · ')}
        to={pathOf(article)}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'min-w-32',
    cell: ({ status, has_changes }) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge looks={articleStatusLooks} status={status} />
        {has_changes && (
          <Badge tone="accent" className="whitespace-nowrap">
            Edited since
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'category',
    header: 'Category',
    className: 'min-w-32',
    isHiddenAtFirst: true,
    cell: ({ category }) => categoryLabels[category],
  },
  {
    id: 'author',
    header: 'Author',
    className: 'min-w-36 max-w-52 wrap-anywhere',
    isHiddenAtFirst: true,
    cell: ({ author }) => author,
  },
  timeColumn('updated_at', 'Changed', formatDateTime, {
    ordering: 'updated_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  timeColumn('published_at', 'Public from', formatDateTime, {
    ordering: 'published_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  {
    id: 'tags',
    header: 'Tags',
    className: 'max-w-64',
    isHiddenAtFirst: true,
    cell: ({ tags }) => <span className="line-clamp-2">{tags.join(', ')}</span>,
  },
  timeColumn('done_at', 'Date on the article', formatDate, { isHiddenAtFirst: true }),
]
