import { useRef, useState } from 'react'
import type { RowId } from '#ui/data-table/selection.ts'
import { parseApiError } from '../api/errors.ts'

const chunkSize = 200

export type BatchOutcome<Id extends RowId> = {
  changed: Id[]
  failed: { id: Id; detail: string }[]
  /** Rows that were not sent, after a cancellation or a failed call. */
  unsent: Id[]
}

/** Changes some rows. @returns the outcome of each row */
export type SendBatch<Id extends RowId> = (
  ids: Id[],
) => Promise<{ succeeded: Id[]; failed: { id: Id; detail: string }[] }>

/** Changes many rows in chunks, and collects the outcome of each row. */
export function useBatch<Id extends RowId>() {
  const isCancelled = useRef(false)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [isCancelling, setIsCancelling] = useState(false)

  async function run(ids: readonly Id[], send: SendBatch<Id>) {
    const outcome: BatchOutcome<Id> = { changed: [], failed: [], unsent: [...ids] }
    isCancelled.current = false
    setIsCancelling(false)
    while (outcome.unsent.length > 0 && !isCancelled.current) {
      setProgress({ done: ids.length - outcome.unsent.length, total: ids.length })
      const chunk = outcome.unsent.splice(0, chunkSize)
      try {
        const { succeeded, failed } = await send(chunk)
        outcome.changed.push(...succeeded)
        outcome.failed.push(...failed)
      } catch (error) {
        const { detail, fields } = parseApiError(error)
        const text = [detail, ...Object.values(fields).flat()].join(' ')
        outcome.failed.push(...chunk.map((id) => ({ id, detail: text })))
        isCancelled.current = true
      }
    }
    setProgress(undefined)
    return outcome
  }

  function cancel() {
    isCancelled.current = true
    setIsCancelling(true)
  }

  return { run, cancel, progress, isCancelling }
}
