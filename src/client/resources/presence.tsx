import { type ProcedureName, useRead } from '#client/api/queries.ts'

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

/** What colleagues do just now, or nothing: one line, 24 pixels high. */
export function Colleagues({ names, doing }: { names: readonly string[]; doing: string }) {
  if (names.length === 0) return null
  const text = `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} ${doing} now.`
  return (
    <p
      title={text}
      className="w-fit max-w-full truncate rounded bg-warning-soft px-3 py-1 font-medium text-warning text-xs/4"
    >
      {text}
    </p>
  )
}
