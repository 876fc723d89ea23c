import { useRef, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { useWrite } from '#client/api/queries.ts'
import { formatHour } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'
import { Check } from '#ui/icons.ts'
import type { Registration } from '../registration-contract.ts'

/** A guest in the list at the door: a tap anywhere on the row checks them in. */
export function CheckInRow({ guest }: { guest: Registration }) {
  const checkIn = useWrite('eventRegistrations.checkIn')
  const tap = useRef<HTMLButtonElement>(null)
  const [saved, setSaved] = useState<Registration>()
  const [seen, setSeen] = useState(guest)
  const [problem, setProblem] = useState<string>()

  // The list was loaded anew, and has this change and those of colleagues.
  if (guest !== seen) {
    setSeen(guest)
    setSaved(undefined)
  }

  const { id, full_name, organisation, email, checked_in_at, checked_in_by } = saved ?? guest
  const isHere = checked_in_at !== null

  async function setHere(is_here: boolean) {
    if (checkIn.isPending || is_here === isHere) return
    setProblem(undefined)
    // The button to undo is about to go.
    tap.current?.focus()
    try {
      setSaved(await checkIn.mutateAsync({ id, is_here }))
    } catch (error) {
      setProblem(`${notDone(error, 'Not')} saved. ${parseApiError(error).detail}`)
    }
  }

  return (
    <li
      className={classNames(
        'relative flex min-h-18 items-center gap-3 px-4 py-3',
        'has-[[data-tap]:focus-visible]:outline-3 has-[[data-tap]:focus-visible]:-outline-offset-3 has-[[data-tap]:focus-visible]:outline-info',
        isHere ? 'bg-success-soft' : 'hover:bg-primary-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-full',
          isHere ? 'bg-success text-raised' : 'border-2 border-control',
          checkIn.isPending && 'animate-pulse',
        )}
      >
        {isHere && <Check className="size-5" />}
      </span>
      <div className="min-w-0 grow">
        <button
          ref={tap}
          type="button"
          data-tap
          aria-disabled={isHere || checkIn.isPending}
          onClick={ignoreDoubleClick(() => void setHere(true))}
          className="wrap-anywhere text-left font-semibold text-lg leading-snug outline-none before:absolute before:inset-0"
        >
          {!isHere && <span className="sr-only">Check in </span>}
          {full_name}
        </button>
        <p className="wrap-anywhere text-sm">
          {isHere ? (
            <span className="font-medium text-success">
              Here since {formatHour(checked_in_at)}, {checked_in_by}
            </span>
          ) : (
            <span className="text-muted">{organisation || email}</span>
          )}
        </p>
        <p role="alert" className="font-medium text-error text-sm">
          {problem}
        </p>
      </div>
      {isHere && (
        <Button
          variant="secondary"
          size="sm"
          className="relative min-h-11"
          isBusy={checkIn.isPending}
          onClick={() => void setHere(false)}
        >
          Undo<span className="sr-only"> the check-in of {full_name}</span>
        </Button>
      )}
    </li>
  )
}
