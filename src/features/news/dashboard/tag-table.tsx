import { useState } from 'react'
import { Link } from 'react-router'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import type { DataColumn } from '#ui/data-table/columns.ts'
import { textFilter } from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import type { NewsTag } from '../tags-contract.ts'
import { tagOrders } from '../validation.ts'
import { CategoryList } from './category-list.tsx'

const dialogs = () => import('./tag-dialogs.tsx')
const TagDialog = lazyComponent(dialogs, 'TagDialog')
const MergeTagDialog = lazyComponent(dialogs, 'MergeTagDialog')

const listSpec = {
  filters: { search: textFilter('Search tags') },
  orders: tagOrders,
  defaultOrdering: 'name',
}

/** All tags, and the categories. */
export function TagTable() {
  const list = useResourceList('tags.list', listSpec)
  const [merged, setMerged] = useState<NewsTag>()
  const { strip, show } = useUndoStrip(<ListCount noun="tag" page={list.page} />)
  return (
    <>
      <ResourcePage
        title="Tags"
        text="Visitors see the tags of an article below its text."
        plural="tags"
        views="tags"
        list={list}
        columns={tagColumns}
        rowName={({ name }) => name}
        emptyText="They come with the articles, or by 'New tag'."
        create={{ label: 'New tag', render: (onClose) => <TagDialog onClose={onClose} /> }}
        dialog={{
          label: 'Rename',
          render: (tag, onClose) => <TagDialog tag={tag} onClose={onClose} onRenamed={show} />,
        }}
        above={strip}
        deletion={{
          procedure: 'tags.delete',
          text: ({ article_count }) =>
            article_count > 0
              ? `It is taken off ${pluralize(article_count, 'article')}.`
              : 'No article has it.',
          // Only what the user was told: articles that have got it since keep it, and the tag.
          inputOf: ({ id, article_count }) => ({
            params: { id },
            query: article_count > 0 ? { force: true } : {},
          }),
        }}
        rowMenu={(tag) => (
          <>
            <MenuItem onSelect={() => setMerged(tag)}>Merge into…</MenuItem>
            {tag.article_count > 0 && <MenuLink to={articlesOf(tag)}>Articles</MenuLink>}
          </>
        )}
      />
      <CategoryList />
      {merged && <MergeTagDialog tag={merged} onClose={() => setMerged(undefined)} />}
    </>
  )
}

const articlesOf = ({ name }: NewsTag) => `/dashboard/news?${new URLSearchParams({ tag: name })}`

const tagColumns = (open: (tag: NewsTag) => void): DataColumn<NewsTag>[] => [
  {
    id: 'name',
    header: 'Tag',
    ordering: 'name',
    isMain: true,
    className: 'min-w-48',
    cell: (tag) => <MainCell name={tag.name} onOpen={() => open(tag)} />,
  },
  {
    id: 'articles',
    header: 'Articles',
    ordering: 'article_count',
    isDescendingFirst: true,
    className: 'tabular-nums',
    cell: (tag) =>
      tag.article_count === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <Link
          to={articlesOf(tag)}
          className="inline-block min-h-6 content-center text-primary underline-offset-4 hover:underline"
        >
          {pluralize(tag.article_count, 'article')}
        </Link>
      ),
  },
]
