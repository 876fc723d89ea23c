import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#client/api/client.ts'
import { ApiError } from '#client/api/errors.ts'
import { failureOf } from '#client/api/outcome.ts'
import { useWrite } from '#client/api/queries.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { isSameJson } from '#shared/is-same-json.ts'
import { notify } from '#ui/feedback/notify.ts'
import { useIsStaying } from '#ui/use-is-staying.ts'
import { articleName, useArticleMoves } from '../article-status.ts'
import type { DraftSaver } from './draft-saver.ts'

/** Thrown when the last changes can't be saved: without them nothing is published, restored or discarded. */
export class NotSaved extends ApiError {
  /** @param undone what was not done to the article */
  constructor(undone: 'published' | 'restored' | 'discarded') {
    super(409, `Your last changes are not saved yet, so nothing was ${undone}.`)
  }
}

/** What becomes of an article that is open in the editor. Saves it first. @param show shows what can be undone */
export function usePublication(saver: DraftSaver, show: ShowChange) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const publish = useWrite('news.publish')
  const schedule = useWrite('news.schedule')
  const showMove: ShowChange = (change, begun) => {
    const undo = change?.undo
    show(undo ? { ...change, undo: () => undo().finally(refresh) } : change, begun)
  }
  const moveArticle = useArticleMoves(showMove, readSaved)

  async function refresh() {
    await client.invalidateQueries({ queryKey: ['News'] })
    await saver.refresh()
  }

  /** @param at a time to come; undefined publishes now @throws when it is refused */
  async function makePublic(at: string | undefined) {
    if (!(await saver.flush())) throw new NotSaved('published')
    const { fields, draft } = saver.getState()
    const input = { id: draft.id, draft_updated_at: draft.updated_at }
    try {
      if (at === undefined) await publish.mutateAsync(input)
      else await schedule.mutateAsync({ ...input, published_at: at })
    } catch (error) {
      // Somebody else may have changed it: the editor shows what.
      await saver.refresh()
      throw error
    }
    const name = articleName(fields)
    const message = at === undefined ? `${name} is published.` : `${name} is scheduled.`
    notify({ type: 'success', message })
    await saver.refresh()
  }

  /** The article as it is shown, once it is saved. */
  async function readSaved() {
    await saver.flush()
    const { draft } = saver.getState()
    return { ...draft, updated_at: draft.has_changes ? undefined : draft.updated_at }
  }

  async function move(to: 'unpublish' | 'archive') {
    await moveArticle(await readSaved(), to)
    await refresh()
  }

  /** Goes back to what is published. */
  async function discard() {
    const isSaved = await saver.flush()
    const { fields, draft } = saver.getState()
    const { id, updated_at } = draft
    try {
      if (!isSaved) throw new NotSaved('discarded')
      saver.load(await api.drafts.discard({ id, expected_updated_at: updated_at }))
      await refresh()
    } catch (error) {
      return notify({ type: 'error', message: failureOf(error) })
    }
    const left = saver.getState().fields
    show({
      text: 'The changes that were not published are gone.',
      async undo() {
        saver.takeText()
        if (!isSameJson(saver.getState().fields, left)) {
          throw new ApiError(409, 'The article was changed since. The history has what is gone.')
        }
        await saver.replaceBy(fields)
        return 'The changes are back.'
      },
    })
  }

  return {
    makePublic,
    move,
    discard,
    /** Leaves the article, which is deleted: with it goes what was not saved. */
    leave() {
      saver.load(saver.getState().draft)
      if (isStaying()) void navigate('/dashboard/news', { replace: true })
    },
  }
}

export type Publication = ReturnType<typeof usePublication>
