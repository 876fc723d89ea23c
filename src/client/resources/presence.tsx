import { type ProcedureName, useRead } from '#client/api/queries.ts'

export const lookEveryMs = 3_000

/**
 * Tells who else has this open to edit it, and tells them of the user, as long as the tab is in sight.
 * @param props.kind the procedure that saves it
 */
export function Presence({ kind, id }: { kind: ProcedureName; id: number | string }) {
  const { data } = useRead('presence.stay', { kind, id }, { refetchInterval: lookEveryMs })
  return (
    <div role="status" className="text-sm empty:hidden">
      <Colleagues names={data?.names ?? []} doing="editing this" />
    </div>
  )
}

/** What colleagues do just now, or nothing. */
export function Colleagues({ names, doing }: { names: readonly string[]; doing: string }) {
  if (names.length === 0) return null
  return (
    <p className="wrap-anywhere rounded bg-warning-soft px-3 py-1.5 font-medium text-warning">
      {names.join(' and ')} {names.length === 1 ? 'is' : 'are'} {doing} now.
    </p>
  )
}
