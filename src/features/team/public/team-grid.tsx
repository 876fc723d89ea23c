import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { Portrait } from '#ui/portrait.tsx'
import type { ListedMember } from '../contract.ts'

type TeamGridProps = {
  /** Null if they could not be loaded. */
  members: ListedMember[] | null
  onRetry: () => unknown
}

/** The `sizes` of a portrait in one, two or three columns. */
const portraitSizes =
  '(min-width: 64rem) 20rem, (min-width: 48rem) 23vw, (min-width: 28rem) 37vw, 74vw'

/** The team members; nothing if the list is empty. */
export function TeamGrid({ members, onRetry }: TeamGridProps) {
  if (members?.length === 0) return null
  return (
    <section aria-labelledby="team" className="wrap py-section">
      <h2 id="team" className="text-3xl">
        The people you will meet
      </h2>
      {members ? (
        <Reveal>
          <ul className="mt-12 grid gap-x-6 gap-y-10 min-[28rem]:grid-cols-2 md:grid-cols-3">
            {members.map((member) => (
              <li key={member.id} className="min-w-0">
                <div className="overflow-hidden rounded">
                  <Portrait
                    name={member.full_name}
                    picture={member.profile_picture}
                    seed={member.full_name}
                    size="card"
                    sizes={portraitSizes}
                  />
                </div>
                <h3 className="mt-4 text-xl">{member.full_name}</h3>
                <p className="text-muted">{member.position}</p>
                {member.linkedin_link && (
                  <a
                    href={member.linkedin_link}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`${member.full_name} on LinkedIn`}
                    className="inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-4 hover:text-primary-strong"
                  >
                    LinkedIn
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Reveal>
      ) : (
        <div className="mt-8">
          <QuietFailure what="Our team" onRetry={onRetry} />
        </div>
      )}
    </section>
  )
}
