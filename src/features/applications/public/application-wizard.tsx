import { Fragment } from 'react'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import { StepAnnouncer, Stepper } from './stepper.tsx'
import { steps } from './steps.tsx'
import { useWizard, type WizardChoices } from './use-wizard.ts'

/** The application in four steps, from choosing the cohort to the confirmation. */
export function ApplicationWizard(choices: WizardChoices) {
  const wizard = useWizard(choices, steps)
  const { step } = wizard
  const current = steps[step - 1]
  return (
    <>
      <div className="scheme-dark bg-hill-deep">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-10 gap-y-6 py-8 sm:py-11">
          <h1 className="text-3xl">Apply to a Cohort</h1>
          <Stepper names={steps.map(({ name }) => name)} step={step} />
        </div>
        <ImigongoEdge seed="cohort application" />
      </div>
      <StepAnnouncer step={step} count={steps.length} title={current?.heading ?? ''} />
      <div className="wrap pt-10 pb-section sm:pt-14">
        <Fragment key={step}>{current?.render(wizard, current.heading)}</Fragment>
      </div>
      <LeaveGuard
        what="application"
        isFilled={wizard.isTyped}
        isSending={wizard.isSending}
        isUnderWay={wizard.isUnderWay}
        onLeave={wizard.cancel}
      />
    </>
  )
}
