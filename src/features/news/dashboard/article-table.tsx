import { useRead } from '#client/api/queries.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { compareNames } from '#shared/compare-names.ts'
import { Button } from '#ui/button.tsx'
import {
  asOptions,
  choicesFilter,
  loadedChoices,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import { Plus } from '#ui/icons.ts'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { categoryLabels } from '../categories.ts'
import type { ArticleRow } from '../drafts-contract.ts'
import { articleListOrders } from '../validation.ts'
import { articleColumns } from './article-columns.tsx'
import {
  articleDeletion,
  articleName,
  articleStatusLabels,
  useArticleMoves,
  useNewArticle,
} from './article-status.ts'

const useAuthors = () => asOptions(useRead('drafts.authors', undefined).data?.results)

const mostUsedTags = { page_size: 100, ordering: '-article_count' } as const
const useTags = () =>
  asOptions(
    useRead('tags.list', mostUsedTags)
      .data?.results.map(({ name }) => name)
      .sort(compareNames),
  )

const listSpec = {
  filters: {
    search: textFilter('Search articles'),
    status: choicesFilter('Status', 'Any status', articleStatusLabels),
    category: choicesFilter('Category', 'Any category', categoryLabels),
    author: loadedChoices('Author', 'Any author', readText(120), useAuthors),
    tag: loadedChoices('Tag', 'Any tag', readText(40), useTags),
  },
  orders: articleListOrders,
  defaultOrdering: '-updated_at',
}

/** All articles, drafts and the archive included. */
export function ArticleTable() {
  const list = useResourceList('drafts.list', listSpec)
  const { strip, show } = useUndoStrip()
  const move = useArticleMoves(show)
  const { search } = list.listUrl
  const pathOf = ({ id }: ArticleRow) => `/dashboard/news/${id}${search}`

  return (
    <ResourcePage
      title="News"
      plural="articles"
      views="articles"
      list={list}
      columns={() => articleColumns(pathOf)}
      rowName={articleName}
      emptyText="'New article' begins one. Nobody sees it before you publish it."
      actions={<NewArticleButton />}
      above={strip}
      deletion={articleDeletion}
      rowMenu={(article) => (
        <>
          <MenuLink to={pathOf(article)}>Edit</MenuLink>
          {article.status === 'published' && (
            <MenuLink to={`/insights/${article.public_slug}`}>See on the site</MenuLink>
          )}
          {article.status !== 'published' &&
            // What was edited since stands in no list: who publishes it looks at it first.
            (article.has_changes ? (
              <MenuLink to={pathOf(article)}>Check and publish</MenuLink>
            ) : (
              <MenuItem onSelect={() => move(article, 'publish')}>Publish now</MenuItem>
            ))}
          {article.status !== 'unpublished' && (
            <MenuItem onSelect={() => move(article, 'unpublish')}>
              {article.status === 'archived' ? 'Make it a draft' : 'Unpublish'}
            </MenuItem>
          )}
          {article.status !== 'archived' && (
            <MenuItem onSelect={() => move(article, 'archive')}>Archive</MenuItem>
          )}
        </>
      )}
    />
  )
}

function NewArticleButton() {
  const { begin, isBusy } = useNewArticle()
  return (
    <Button size="sm" isBusy={isBusy} onClick={begin}>
      <Plus aria-hidden="true" className="size-4" />
      New article
    </Button>
  )
}
