import { useRead } from '#client/api/queries.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { useIsMailSetUp } from '#client/mail-note.ts'
import { formatHour } from '#shared/format.ts'
import type { StatusEmailKind } from '#shared/status-emails.ts'
import { classNames } from '#ui/class-names.ts'
import { Mail } from '#ui/icons.ts'
import { LeavingButton } from '#ui/leaving-button.tsx'
import type { StatusChange } from '../contract.ts'

/**
 * Which changes are told by email.
 * @returns undefined while it is loading; then whether applicants of these cohorts are written to when it happens, and
 * without cohorts whether any may be: undefined where it could not be loaded
 */
export function useStatusEmails() {
  const { data, isFetched } = useRead('statusEmails.sent', undefined)
  if (!isFetched) return undefined
  return (kind: string, cohorts?: readonly number[]) => {
    if (!data) return undefined
    const isIn = (kinds: readonly StatusEmailKind[]) => kinds.some((one) => one === kind)
    const own = new Map(data.cohorts.map(({ id, kinds }) => [id, isIn(kinds)]))
    const byDefault = isIn(data.kinds)
    return cohorts
      ? cohorts.some((id) => own.get(id) ?? byDefault)
      : byDefault || [...own.values()].includes(true)
  }
}

type EmailMarkProps = {
  kind: StatusEmailKind | 'PENDING'
  cohort: number | undefined
  /** Among buttons, which would move under a press when it comes or goes. */
  keepsPlace?: boolean
}

/** Stands where a decision is made that the applicant is told by email. */
export function EmailMark({ kind, cohort, keepsPlace = false }: EmailMarkProps) {
  const isEmailed = useStatusEmails()
  const isTold = isEmailed?.(kind, cohort === undefined ? undefined : [cohort]) ?? false
  if (!isTold && !keepsPlace) return null
  return (
    <>
      <Mail
        aria-hidden="true"
        className={classNames('ml-auto size-3.5 shrink-0 opacity-70', !isTold && 'invisible')}
      />
      {isTold && <span className="sr-only"> (the applicant is told by email)</span>}
    </>
  )
}

type Email = NonNullable<StatusChange['email']>

const texts: Record<Exclude<Email['state'], 'HELD'>, string> = {
  WAITING: 'The email to the applicant waits to be sent',
  SENT: 'The applicant was told by email',
  FAILED: 'The email to the applicant has failed',
  CANCELLED: 'The email was cancelled: the applicant was not told',
  LEFT_OUT: 'The email was left out: the applicant was not told',
}

/** @returns when an applicant is told, in words, from when the email is due */
export function useToldWhen() {
  const isMailSetUp = useIsMailSetUp()
  return (due: string | null) =>
    `told by email ${isMailSetUp && due ? `at ${formatHour(due)}` : 'once a mail server is set up'}`
}

const tones: Partial<Record<Email['state'], string>> = {
  FAILED: 'font-medium text-error',
  WAITING: 'text-warning',
}

/** What became of the email that tells of a change; as long as it is unsent, it can be left out. */
export function EmailState({ id, email: { state, due } }: { id: number; email: Email }) {
  const leaveOut = useNotifiedWrite('statusEmails.leaveOut')
  const toldWhen = useToldWhen()
  const isMailSetUp = useIsMailSetUp()
  const isHeld = state === 'HELD' || (state === 'WAITING' && !isMailSetUp)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
      <Mail aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className={isHeld ? 'text-muted' : (tones[state] ?? 'text-muted')}>
        {isHeld ? `The applicant is ${toldWhen(due)}` : texts[state]}
      </span>
      {(state === 'HELD' || state === 'WAITING') && (
        <LeavingButton
          variant="secondary"
          size="sm"
          onClick={() => void leaveOut({ id }, ({ detail }) => detail)}
        >
          Leave it out
        </LeavingButton>
      )}
    </p>
  )
}
