import { PageHeading } from '#ui/page-heading.tsx'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** One's own account. */
export function Profile() {
  return (
    <>
      <PageHeading title="Profile" />
      <div className="grid max-w-6xl grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <NamePanel />
          <PasswordPanel />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <SecondFactorPanel />
          <SessionsPanel />
        </div>
      </div>
    </>
  )
}
