import { Imigongo } from '#ui/ornament/imigongo.tsx'

/** A user's sign: their initial on an Imigongo pattern of their own. */
export function UserMark({ email, name }: { email: string; name: string }) {
  return (
    <span aria-hidden="true" className="relative grid size-9 place-items-center">
      <span className="absolute inset-0 overflow-hidden rounded-full">
        <Imigongo seed={email} bands={2} unitPx={1} />
      </span>
      <span className="relative grid size-6 place-items-center rounded-full bg-paper font-bold text-ink text-xs">
        {name.slice(0, 1).toUpperCase()}
      </span>
    </span>
  )
}
