import { useUser } from '#client/api/use-auth-state.ts'
import { Button } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { roleLabels } from './role-labels.ts'
import { SecondFactorPanel } from './second-factor-panel.tsx'

/**
 * Shown in place of every page to users whose role requires a second factor that they have yet to set up.
 * @param onDone called when it is on and the recovery codes have been kept
 */
export function RequiredSecondFactor({ onDone }: { onDone: () => void }) {
  const { role, second_factor_due } = useUser()
  return (
    <>
      <PageHeading
        title="Set up your second factor"
        text={`${roleLabels[role]}s sign in with one here. Everything else opens once it is on.`}
      />
      <div className="flex max-w-xl flex-col items-start gap-5">
        <SecondFactorPanel />
        {!second_factor_due && <Button onClick={onDone}>Continue to the dashboard</Button>}
      </div>
    </>
  )
}
