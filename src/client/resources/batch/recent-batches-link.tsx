import { ButtonLink } from '#ui/button.tsx'
import { History } from '#ui/icons.ts'

/** Leads to what was changed many at once, to be undone. @param target the kind of rows */
export function RecentBatchesLink({ target }: { target: string }) {
  return (
    <ButtonLink variant="secondary" size="sm" to={`/dashboard/batches?target=${target}`}>
      <History aria-hidden="true" className="size-4" />
      Recent batches
    </ButtonLink>
  )
}
