import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RowId } from '#ui/data-table/selection.ts'
import { parseApiError } from '../../api/errors.ts'
import { isOutcomeUnknown } from '../../api/outcome.ts'

type Failure<Id> = {
  id: Id
  detail: string
  /** The row's name, where the server tells it. */
  name?: string
}

/** How far a batch has come. */
export type BatchStep<Id extends RowId> = {
  total: number
  succeeded: number
  failed_count: number
  /** Those that failed since the last step; of a large batch not all are named. */
  failed: Failure<Id>[]
  /** The batch's id, to undo it; null when nothing was changed, or the resource undoes in another way. */
  batch?: number | null
  /** What is to be known of those that were changed since the last step. */
  notices?: readonly string[]
}

export type BatchOutcome<Id extends RowId> = BatchStep<Id> & {
  /** Rows of which nothing is known, after a cancellation or a failed call. */
  unsent: number
  /** Whether a call failed without an answer of the server, which may have changed what was under way. */
  isOutcomeUnknown: boolean
  /** Why the batch ended before its end; empty if it didn't, or was cancelled. */
  problem: string
  /** Whether its page was left before its end. */
  isLeft: boolean
}

/** Whether there is nothing to tell but that all is done. */
export const isWhole = (outcome: BatchOutcome<RowId>) =>
  outcome.failed_count + outcome.unsent === 0 && outcome.problem === '' && !outcome.notices?.length

/** Runs a batch step by step, until its end or until it is cancelled. `underWay` is for `BatchProgressWindow`. */
export function useBatch<Id extends RowId>() {
  const client = useQueryClient()
  const stop = useRef(new AbortController())
  const isLeft = useRef(false)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [isCancelling, setIsCancelling] = useState(false)

  async function run(
    total: number,
    start: (signal: AbortSignal) => AsyncIterable<BatchStep<Id>>,
  ): Promise<BatchOutcome<Id>> {
    stop.current = new AbortController()
    const { signal } = stop.current
    isLeft.current = false
    let now: BatchStep<Id> = { total, succeeded: 0, failed_count: 0, failed: [], batch: null }
    let problem = ''
    let isUnknown = false
    const done = () => now.succeeded + now.failed_count
    setIsCancelling(false)
    setProgress({ done: 0, total })
    try {
      for await (const step of start(signal)) {
        now = {
          ...step,
          failed: [...now.failed, ...step.failed],
          notices: [...(now.notices ?? []), ...(step.notices ?? [])],
        }
        setProgress({ done: done(), total: now.total })
      }
    } catch (error) {
      const { detail, fields } = parseApiError(error)
      if (!signal.aborted) {
        problem = [detail, ...Object.values(fields).flat()].join(' ')
        isUnknown = isOutcomeUnknown(error)
      }
      if (isUnknown) client.invalidateQueries()
    }
    setProgress(undefined)
    const unsent = now.total - done()
    return { ...now, unsent, isOutcomeUnknown: isUnknown, problem, isLeft: isLeft.current }
  }

  function cancel() {
    stop.current.abort()
    setIsCancelling(true)
  }

  function leave() {
    isLeft.current = true
    cancel()
  }

  // Also where nobody is asked before, as when the user signs out in another tab: it would go on unseen.
  useEffect(
    () => () => {
      isLeft.current = true
      stop.current.abort()
    },
    [],
  )

  const underWay = progress && { progress, isCancelling, onCancel: cancel, onLeave: leave }
  return { run, underWay }
}

export const chunkSize = 200

type ChunkOutcome<Id> = {
  succeeded: Id[]
  failed: Failure<Id>[]
  batch?: number | null
  notices?: readonly string[]
}

/**
 * Changes rows in chunks. A chunk under way is waited for after a cancellation, so that its outcome is known.
 * @param send changes some rows, as part of the batch that the first chunk has begun
 * @param changed collects the ids of the changed rows
 */
export async function* inChunks<Row extends { id: RowId }>(
  rows: readonly Row[],
  send: (rows: Row[], batch: number | null) => Promise<ChunkOutcome<Row['id']>>,
  changed: Set<Row['id']>,
  signal: AbortSignal,
): AsyncGenerator<BatchStep<Row['id']>> {
  let failed_count = 0
  let batch: number | null = null
  for (let start = 0; start < rows.length && !signal.aborted; start += chunkSize) {
    const outcome = await send(rows.slice(start, start + chunkSize), batch)
    for (const id of outcome.succeeded) changed.add(id)
    failed_count += outcome.failed.length
    batch = outcome.batch ?? null
    const { failed, notices } = outcome
    yield { total: rows.length, succeeded: changed.size, failed_count, failed, batch, notices }
  }
}
