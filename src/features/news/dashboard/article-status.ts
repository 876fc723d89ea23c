import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { failureOf } from '#client/api/outcome.ts'
import { useWrite } from '#client/api/queries.ts'
import { beginChange } from '#client/resources/undo/begin-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { type StatusLooks, statusLabels } from '#ui/status-badge.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import type { ArticleDetail, ArticleStatus } from '../contract.ts'
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
type Known = Pick<Draft, 'id' | 'title' | 'status' | 'published_at'> & {
  /** Its version; undefined where only that of a draft apart from it is known. */
  updated_at: string | undefined
}

export const articleName = ({ title }: { title: string }) => title || 'Untitled'

type Move = 'publish' | 'unpublish' | 'archive'
const moved: Record<Move, string> = {
  publish: 'is published',
  unpublish: 'is a draft again',
  archive: 'is in the archive',
}

/**
 * Publishes, unpublishes and archives articles, unless a colleague has changed them since they were shown.
 * @param show shows a change that can be undone
 * @param readShown gives the article as the editor shows it, once it is saved
 */
export function useArticleMoves(show: ShowChange, readShown?: () => Promise<Known>) {
  const client = useQueryClient()
  const moves = {
    publish: useWrite('news.publish'),
    unpublish: useWrite('news.unpublish'),
    archive: useWrite('news.archive'),
  }
  const update = useWrite('news.update')

  /** Articles as they were changed here last: a list may show them as they were before until it is loaded anew. */
  const own = useRef(new Map<number, ArticleDetail>()).current

  async function remember(call: Promise<ArticleDetail>) {
    const changed = await call
    own.set(changed.id, changed)
    return changed
  }

  function latestOf(shown: Known): Known {
    const changed = own.get(shown.id)
    const isLater = changed && shown.updated_at && changed.updated_at > shown.updated_at
    return isLater ? changed : shown
  }

  /** Gives the article the status and the time of publication that it had; half-written text is not published. */
  async function takeBack({ id, status, published_at, ...article }: Known, moved: ArticleDetail) {
    const isPublic = status !== 'archived' && published_at !== null
    // What the user has typed since in the editor is no colleague's change.
    const shown = isPublic ? undefined : await readShown?.()
    const version = shown?.status === moved.status ? shown.updated_at : undefined
    const seen = { id, expected_updated_at: version ?? moved.updated_at }
    const { status: now } = await remember(
      isPublic
        ? update.mutateAsync({ ...seen, is_published: true, published_at })
        : status === 'archived'
          ? moves.archive.mutateAsync({ ...seen, published_at })
          : moves.unpublish.mutateAsync(seen),
    )
    // The time of one that was scheduled may have come.
    const when = now === status ? 'again' : 'now'
    return `${articleName(article)}: ${articleStatusLooks[now].label} ${when}.`
  }

  async function move(shown: Known, to: Move) {
    const article = latestOf(shown)
    const { id, updated_at: version } = article
    const end = beginChange(show, `Changing ${articleName(article)}…`)
    try {
      const changed = await remember(
        to === 'publish'
          ? moves.publish.mutateAsync({ id, draft_updated_at: version })
          : moves[to].mutateAsync({ id, expected_updated_at: version }),
      )
      const text = `${articleName(article)} ${moved[to]}.`
      end({ text, undo: () => takeBack(article, changed) })
    } catch (error) {
      end()
      // What the colleague did is loaded.
      if (parseApiError(error).status === 409) client.invalidateQueries({ queryKey: ['News'] })
      notify({ type: 'error', message: failureOf(error) })
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
      notify({ type: 'error', message: failureOf(error) })
    }
  }
  return { begin, isBusy: create.isPending }
}

export const articleStatusLabels = statusLabels(articleStatusLooks)
