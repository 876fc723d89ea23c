import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { pluralize } from '#shared/format.ts'
import { ApiError } from '../../api/errors.ts'
import { useWrite } from '../../api/queries.ts'
import { type Deleted, showDeleted, type TrashedRows } from './deleted.ts'
import { useKeptUndoStrip } from './use-undo-strip.tsx'

/** Tells what was deleted last, and restores it. It goes when the user goes to another section. */
export function DeletedStrip({ deleted }: { deleted: Deleted | undefined }) {
  const { mutateAsync: undo } = useWrite('trash.undo')
  const section = useLocation().pathname.split('/')[2]
  const last = useRef(section)

  useEffect(() => {
    if (last.current === section) return
    last.current = section
    showDeleted(undefined)
  }, [section])

  const change = useMemo(() => {
    async function restore({ text, kind, ids }: TrashedRows) {
      const { succeeded, failed, notices = [] } = await undo({ kind, row_ids: ids.map(String) })
      const reasons = [...new Set(failed.map(({ detail }) => detail))].slice(0, 3).join(' ')
      if (succeeded.length === 0) throw new ApiError(409, reasons)
      const count = `${pluralize(succeeded.length, kind)} restored`
      const told =
        failed.length > 0
          ? `${count}, ${failed.length} not. ${reasons}`
          : ids.length > 1
            ? `${count}.`
            : text.replace(/has been deleted\.$/, 'is restored.')
      return [told, ...notices.slice(0, 3)].join(' ')
    }

    if (!deleted || !('kind' in deleted)) return deleted
    const text = [deleted.text, ...(deleted.notices ?? [])].join(' ')
    return { text, undo: () => restore(deleted) }
  }, [deleted, undo])

  return useKeptUndoStrip({ change, replace: showDeleted }).strip
}
