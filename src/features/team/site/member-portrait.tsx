import { Image } from '#ui/image.tsx'
import { Imigongo } from '#ui/imigongo.tsx'
import type { ListedMember } from '../contract.ts'

/** A member's picture, or the initials on an Imigongo of their own. */
export function MemberPortrait({ member }: { member: ListedMember }) {
  const initials = <Initials name={member.full_name} />
  if (!member.profile_picture) return <span className="relative block aspect-5/4">{initials}</span>
  return (
    <Image
      src={member.profile_picture}
      alt=""
      width={400}
      height={320}
      placeholder={initials}
      fallback={initials}
    />
  )
}

function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => [...(word ?? '')][0],
  )
  return (
    <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
      <Imigongo seed={name} bands={3} unitPx={2.8} className="absolute inset-0 size-full" />
      <span className="relative grid size-26 place-items-center rounded-full bg-paper font-extrabold text-3xl text-ink ring-4 ring-ink">
        {letters.join('')}
      </span>
    </span>
  )
}
