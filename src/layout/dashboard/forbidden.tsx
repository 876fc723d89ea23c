import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** What stands in place of a page that the user's role may not see. */
export function Forbidden() {
  return (
    <>
      <h1 className="sr-only">Not for your role</h1>
      <EmptyState
        seed="forbidden"
        title="Your role does not allow this"
        text="If you need this page for your work, please ask an administrator."
        action={<ButtonLink to="/dashboard">To the overview</ButtonLink>}
      />
    </>
  )
}
