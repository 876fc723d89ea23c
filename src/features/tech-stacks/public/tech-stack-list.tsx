import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import type { TechStack } from '../contract.ts'
import { TechStackCard } from './tech-stack-card.tsx'

type TechStackListProps = {
  /** Null while they load. */
  techStacks: readonly TechStack[] | null
  selectedId: string | undefined
  onSelect: (techStack: TechStack) => void
}

/** The tech stacks to choose from, with placeholders while they load and a message if there are none. */
export function TechStackList({ techStacks, selectedId, onSelect }: TechStackListProps) {
  if (techStacks === null) return <TechStackSkeletons />
  if (techStacks.length === 0) {
    return (
      <EmptyState
        seed="no tech stacks"
        title="No Tech Stacks Available"
        text="Please try again later or contact support."
      />
    )
  }
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {techStacks.map((techStack) => (
        <li key={techStack.id} className="min-w-0">
          <TechStackCard
            techStack={techStack}
            isSelected={techStack.id === selectedId}
            onSelect={() => onSelect(techStack)}
          />
        </li>
      ))}
    </ul>
  )
}

function TechStackSkeletons() {
  return (
    <div role="status" aria-busy="true">
      <p className="mb-6 font-semibold text-muted">Loading Tech Stacks...</p>
      <div className="grid gap-6 md:grid-cols-2">
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <div key={place} className="rounded bg-raised p-5 shadow-low sm:p-7">
            <div className="flex items-center gap-4">
              <Skeleton className="size-14 rounded" />
              <Skeleton className="h-5 w-3/5" />
            </div>
            <SkeletonText lines={5} />
            <Skeleton className="mt-6 h-11 rounded" />
          </div>
        ))}
      </div>
    </div>
  )
}
