import { useRef, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import type { ApplicationStatus } from '../validation.ts'

const chunkSize = 200

export type BatchOutcome = {
  changed: number[]
  failed: { id: number; detail: string }[]
  /** Those that were never sent: it was cancelled, or a call before failed as a whole. */
  unsent: number[]
}

/** Changes many statuses, some at a time, and tells of every single one what became of it. */
export function useBatchChange() {
  const write = useWrite('applications.changeStatuses')
  const isCancelled = useRef(false)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [isCancelling, setIsCancelling] = useState(false)

  async function run(ids: readonly number[], status: ApplicationStatus, notes: string) {
    const outcome: BatchOutcome = { changed: [], failed: [], unsent: [...ids] }
    isCancelled.current = false
    setIsCancelling(false)
    while (outcome.unsent.length > 0 && !isCancelled.current) {
      setProgress({ done: ids.length - outcome.unsent.length, total: ids.length })
      const chunk = outcome.unsent.splice(0, chunkSize)
      try {
        const answer = await write.mutateAsync({ application_ids: chunk, status, notes })
        outcome.changed.push(...answer.succeeded)
        outcome.failed.push(...answer.failed)
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
