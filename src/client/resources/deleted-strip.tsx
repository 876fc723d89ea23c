import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { pluralize } from '#shared/format.ts'
import { notify } from '#ui/feedback/notify.ts'
import { ApiError, parseApiError } from '../api/errors.ts'
import { useWrite } from '../api/queries.ts'
import { type Deleted, tellDeleted } from './deleted.ts'
import { UndoStrip } from './undo-strip.tsx'

const forget = () => tellDeleted(undefined)

/** Tells what was deleted last, and restores it. It goes when the user goes to another section. */
export function DeletedStrip({ deleted }: { deleted: Deleted }) {
  const undo = useWrite('trash.undo')
  const section = useLocation().pathname.split('/')[2]
  const first = useRef(section)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (first.current !== section) forget()
  }, [section])

  async function restore() {
    if ('undo' in deleted) return deleted.undo()
    const { text, kind, ids } = deleted
    const {
      succeeded,
      failed,
      notices = [],
    } = await undo.mutateAsync({ kind, row_ids: ids.map(String) })
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

  const tellBelow = useEffectEvent(() => {
    const isInSight = (place.current?.getBoundingClientRect().bottom ?? 0) > 0
    if (isInSight) return
    const told = (type: 'success' | 'error') => (message: string) => {
      notify({ type, message })
      forget()
    }
    const onPress = () =>
      restore().then(told('success'), (error) => told('error')(parseApiError(error).detail))
    notify({ type: 'success', message: deleted.text, action: { label: 'Undo', onPress } })
  })
  // Far down a list, the strip is out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each deletion
  useEffect(() => tellBelow(), [deleted])

  return (
    <div ref={place}>
      <UndoStrip change={{ text: deleted.text, undo: restore }} onDone={forget} />
    </div>
  )
}
