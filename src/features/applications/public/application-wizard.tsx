import { type ReactNode, useEffect } from 'react'
import { useSending } from '#client/forms/use-sending.ts'
import type { Cohort } from '#features/cohorts/contract.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'
import { LeaveDialog } from '#ui/overlays/leave-dialog.tsx'
import { messages } from '../validation.ts'
import { errorTexts } from './application-errors.ts'
import { type ApplicationValues, today, toWire } from './application-values.ts'
import { ChoiceStep } from './choice-step.tsx'
import { CompleteStep, type Summary } from './complete-step.tsx'
import { PersonalDetailsStep, preloadPersonalDetails } from './personal-details-step.tsx'
import { StepAnnouncer, Stepper } from './stepper.tsx'
import { useApplication } from './use-application.ts'
import { useStepArrival, useStepInAddress } from './use-step-in-address.ts'

const stepNames = ['Select Cohort', 'Choose Stack', 'Personal Info', 'Complete']
const headings = [
  'Select Cohort',
  'Choose Your Tech Stack',
  'Personal Details & Resume',
  'Application Submitted!',
]

/** A list to choose from, as the page puts it into a step. */
type Chooser<Choice> = (props: {
  selected: Choice | null
  onSelect: (choice: Choice) => void
}) => ReactNode

type ApplicationWizardProps = {
  cohorts: Chooser<Cohort>
  techStacks: Chooser<TechStack>
  summaryOf: (cohort: Cohort, techStack: TechStack) => Summary
  /** The server refused a choice: what there is to choose may have changed. */
  onRefusedChoice: () => void
}

/** The four steps of an application, from the cohort to the thanks. */
export function ApplicationWizard(props: ApplicationWizardProps) {
  const application = useApplication()
  const { cohort, techStack, submitted, refused } = application
  const { step, goForwardTo, goBackTo, replaceBy } = useStepInAddress(application.canShow)
  const selectedCohort = refused.cohort ? null : cohort
  const selectedTechStack = refused.techStack ? null : techStack
  const { sending, send, cancel, isUnderWay } = useSending({
    path: '/website/application/',
    what: 'application',
  })
  const isSending = sending.status === 'sending'
  const blocker = useLeaveGuard({ isFilled: application.isFilled, isSending, isUnderWay })
  const headingRef = useStepArrival(step)

  // What was sent is cleared once its step is out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival at the last step
  useEffect(() => {
    if (step === 4) application.clear()
  }, [step])

  useEffect(() => {
    if (step === 2) preloadPersonalDetails()
  }, [step])

  /** @returns what the server refused, by the fields' names on the wire */
  async function submit(values: ApplicationValues): Promise<Record<string, string[]>> {
    if (!cohort || !techStack) {
      showErrors([cohort ? messages.techStack : messages.cohort])
      return {}
    }
    const wire = toWire(values, cohort.id, techStack.id)
    const outcome = await send(wire, [['done_at', today()]])
    if (outcome === null || outcome.kind === 'cancelled') return {}
    if (outcome.kind === 'stored') {
      showErrors([])
      notify({ type: 'success', message: 'Application created successfully!' })
      application.complete({ cohort, techStack })
      void replaceBy(4)
      return {}
    }
    if (outcome.kind === 'lost') {
      showErrors([outcome.text ?? 'Your application could not be confirmed.'])
      return {}
    }
    const { fields } = outcome.error
    showErrors(errorTexts(outcome.error))
    const wrongStep = application.refuseChoices({
      cohort: fields.cohort?.[0],
      techStack: fields.tech_stack?.[0],
    })
    if (wrongStep) {
      props.onRefusedChoice()
      void goBackTo(wrongStep)
    }
    return fields
  }

  return (
    <>
      <div className="scheme-dark bg-hill-deep">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-10 gap-y-6 py-8 sm:py-11">
          <h1 className="text-3xl">Apply to a Cohort</h1>
          <Stepper names={stepNames} step={step} />
        </div>
        <ImigongoEdge seed="cohort application" />
      </div>
      <StepAnnouncer step={step} count={4} title={headings[step - 1] ?? ''} />
      <div className="wrap pt-10 pb-section sm:pt-14">
        {step === 1 && (
          <ChoiceStep
            title={headings[0]}
            text="Each cohort learns together for three months. Choose the one that you want to join."
            error={refused.cohort}
            headingRef={headingRef}
            onContinue={selectedCohort ? () => goForwardTo(2) : undefined}
          >
            {props.cohorts({
              selected: selectedCohort,
              onSelect: (chosen) => {
                application.chooseCohort(chosen)
                void goForwardTo(2)
              },
            })}
          </ChoiceStep>
        )}
        {step === 2 && (
          <ChoiceStep
            title={headings[1]}
            text="What do you want to work with? You stay with it through the whole programme."
            error={refused.techStack}
            headingRef={headingRef}
            onPrevious={() => goBackTo(1)}
            onContinue={selectedTechStack ? () => goForwardTo(3) : undefined}
          >
            {props.techStacks({
              selected: selectedTechStack,
              onSelect: (chosen) => {
                application.chooseTechStack(chosen)
                void goForwardTo(3)
              },
            })}
          </ChoiceStep>
        )}
        {step === 3 && (
          <PersonalDetailsStep
            {...{ headingRef, sending }}
            draft={application.draft.current}
            onDraft={application.keepDraft}
            chosen={[cohort?.name, techStack?.name].join(' · ')}
            onSubmit={submit}
            onCancel={cancel}
            onPrevious={() => goBackTo(2)}
          />
        )}
        {step === 4 && submitted && (
          <CompleteStep
            summary={props.summaryOf(submitted.cohort, submitted.techStack)}
            headingRef={headingRef}
          />
        )}
      </div>
      {blocker.state === 'blocked' && (
        <LeaveDialog
          what="application"
          isSending={isSending}
          onStay={blocker.reset}
          onLeave={() => {
            cancel()
            blocker.proceed()
          }}
        />
      )}
    </>
  )
}
