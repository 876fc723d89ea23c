import { Imigongo } from '#ui/ornament/imigongo.tsx'
import { initialsOf } from '#ui/portrait.tsx'

/** An author's initials on the Imigongo of the name: pages load no picture from elsewhere. */
export function AuthorAvatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="relative block size-14 shrink-0 overflow-hidden rounded-full"
    >
      <Imigongo seed={name} bands={2} unitPx={1} />
      <span className="absolute inset-2 grid place-items-center rounded-full bg-paper font-bold text-ink text-sm">
        {initialsOf(name)}
      </span>
    </span>
  )
}
