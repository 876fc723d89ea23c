import { useNavigate } from 'react-router'
import { problemsOf } from '#client/api/errors.ts'
import { type ProcedureInput, useWrite } from '#client/api/queries.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { type StatusLooks, statusLabels } from '#ui/status-badge.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import type { ArticleStatus } from '../contract.ts'
import type { Draft } from '../drafts-contract.ts'

export const articleStatusLooks: StatusLooks<ArticleStatus> = {
  unpublished: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  published: { label: 'Published', tone: 'success' },
  archived: { label: 'Archived', tone: 'warning' },
}

export const articleDeletion = {
  procedure: 'news.delete',
  text: 'Its comments, drafts and revisions go with it, and links to it will be dead. The archive hides it and keeps everything.',
} as const

/** What lists and the editor know of an article. */
type Known = Pick<Draft, 'id' | 'title' | 'status' | 'published_at'>

export const articleName = ({ title }: { title: string }) => title || 'Untitled'

type Move = 'publish' | 'unpublish' | 'archive'
const moved: Record<Move, string> = {
  publish: 'is published',
  unpublish: 'is a draft again',
  archive: 'is in the archive',
}

/** Publishes, unpublishes and archives articles. @param show shows a change that can be undone */
export function useArticleMoves(show: (change: UndoableChange) => void) {
  const moves = {
    publish: useWrite('news.publish'),
    unpublish: useWrite('news.unpublish'),
    archive: useWrite('news.archive'),
  }
  const update = useWrite('news.update')

  /** Gives the article the status and the time of publication that it had; half-written text is not published. */
  async function takeBack({ id, status, published_at, ...article }: Known, version: string) {
    if (status === 'archived') await moves.archive.mutateAsync({ id })
    else if (published_at === null) await moves.unpublish.mutateAsync({ id })
    else {
      const back = { is_published: true, published_at, expected_updated_at: version }
      await update.mutateAsync({ id, ...back })
    }
    const { label } = articleStatusLooks[status]
    return `${articleName(article)}: ${label} again.`
  }

  async function move(
    article: Known,
    to: Move,
    input: Partial<ProcedureInput<'news.publish'>> = {},
  ) {
    try {
      const { updated_at } = await moves[to].mutateAsync({ id: article.id, ...input })
      const text = `${articleName(article)} ${moved[to]}.`
      // A draft has no time of publication, which the archive kept.
      const isLost = article.status === 'archived' && to === 'unpublish' && article.published_at
      show(isLost ? { text } : { text, undo: () => takeBack(article, updated_at) })
    } catch (error) {
      notify({ type: 'error', message: problemsOf(error) })
    }
  }
  return move
}

/** Begins an article, and opens it unless another page was opened since. */
export function useNewArticle() {
  const create = useWrite('drafts.create')
  const navigate = useNavigate()
  const isStaying = useIsStaying()

  async function begin() {
    try {
      const { id } = await create.mutateAsync(undefined)
      if (isStaying()) await navigate(`/dashboard/news/${id}`)
    } catch (error) {
      notify({ type: 'error', message: problemsOf(error) })
    }
  }
  return { begin, isBusy: create.isPending }
}

export const articleStatusLabels = statusLabels(articleStatusLooks)
