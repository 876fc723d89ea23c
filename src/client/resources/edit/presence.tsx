import { classNames } from '#ui/class-names.ts'
import { type ProcedureName, useRead } from '../../api/queries.ts'

export const lookEveryMs = 3_000

type PresenceProps = { kind: ProcedureName; id: number | string; className: string }

/**
 * Tells who else has this open to edit it, and tells them of the user, as long as the tab is in sight.
 * @param props.kind the procedure that saves it
 * @param props.className its place, where nothing moves when somebody comes or goes
 */
export function Presence({ kind, id, className }: PresenceProps) {
  const { data } = useRead('presence.stay', { kind, id }, { refetchInterval: lookEveryMs })
  return (
    <div role="status" className={className}>
      <Colleagues names={data?.names ?? []} doing="editing this" />
    </div>
  )
}

/** What colleagues do just now, or nothing. */
export function Colleagues({ names, doing }: { names: readonly string[]; doing: string }) {
  if (names.length === 0) return null
  const text = `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} ${doing} now.`
  return <PresenceLine tone="warning">{text}</PresenceLine>
}

const tones = { warning: 'bg-warning-soft text-warning', info: 'bg-info-soft text-info' }

/** What colleagues do or have done: one line, 24 pixels high. */
export const PresenceLine = ({
  tone,
  children,
}: {
  tone: keyof typeof tones
  children: string
}) => (
  <p
    title={children}
    className={classNames(
      'w-fit max-w-full truncate rounded px-3 py-1 font-medium text-xs/4',
      tones[tone],
    )}
  >
    {children}
  </p>
)
