import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { pluralize } from '#shared/format.ts'
import { ApiError } from '../api/errors.ts'
import { useWrite } from '../api/queries.ts'
import { type Deleted, tellDeleted } from './deleted.ts'
import { UndoStrip } from './undo-strip.tsx'

/** Tells what was deleted last, and restores it. It goes when the user goes to another section. */
export function DeletedStrip({ deleted }: { deleted: Deleted }) {
  const undo = useWrite('trash.undo')
  const section = useLocation().pathname.split('/')[2]
  const seen = useRef(section)

  useEffect(() => {
    if (seen.current !== section) tellDeleted(undefined)
  }, [section])

  async function restore() {
    const { text, kind, ids } = deleted
    const { succeeded, failed } = await undo.mutateAsync({ kind, row_ids: ids.map(String) })
    const reasons = [...new Set(failed.map(({ detail }) => detail))].slice(0, 3).join(' ')
    if (succeeded.length === 0) throw new ApiError(409, reasons)
    if (failed.length > 0) {
      return `${pluralize(succeeded.length, kind)} restored, ${failed.length} not. ${reasons}`
    }
    return ids.length > 1
      ? `${pluralize(ids.length, kind)} restored.`
      : `${nameIn(text)} is restored.`
  }

  return (
    <UndoStrip
      change={{ text: deleted.text, undo: restore }}
      onDone={() => tellDeleted(undefined)}
    />
  )
}

const nameIn = (text: string) => text.replace(/ has been deleted\.$/, '')
