import { Imigongo } from '#ui/imigongo.tsx'

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

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
