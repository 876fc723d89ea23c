import type { ReactNode } from 'react'
import { messages } from '../validation.ts'
import { CompleteStep } from './complete-step.tsx'
import { PersonalDetailsStep } from './personal-details-step.tsx'
import { ChoiceStep } from './step-frame.tsx'
import type { Wizard, WizardStep } from './use-wizard.ts'

type StepView = WizardStep & {
  /** The label in the stepper. */
  name: string
  /** The step's title on the screen, which is announced to screen readers too. */
  heading: string
  render: (wizard: Wizard, title: string) => ReactNode
}

/** The steps in their order: a further one is a further entry. */
export const steps: readonly StepView[] = [
  {
    name: 'Select Cohort',
    heading: 'Select Cohort',
    canShow: () => true,
    chooses: 'cohort',
    render: (wizard, title) => (
      <ChoiceStep
        title={title}
        text="Each cohort learns together for three months. Choose the one that you want to join."
        error={wizard.refused.cohort}
        headingRef={wizard.headingRef}
        missing={messages.cohort}
        onContinue={wizard.selectedCohort ? wizard.goNext : undefined}
      >
        {wizard.choices.cohorts({
          selected: wizard.selectedCohort,
          onSelect: (chosen) => {
            wizard.chooseCohort(chosen)
            wizard.goNext()
          },
        })}
      </ChoiceStep>
    ),
  },
  {
    name: 'Choose Stack',
    heading: 'Choose Your Tech Stack',
    canShow: ({ cohort }) => cohort !== null,
    chooses: 'techStack',
    render: (wizard, title) => (
      <ChoiceStep
        title={title}
        text="What do you want to work with? You stay with it through the whole programme."
        error={wizard.refused.techStack}
        headingRef={wizard.headingRef}
        onPrevious={wizard.goBack}
        missing={messages.chooseTechStack}
        onContinue={wizard.selectedTechStack ? wizard.goNext : undefined}
      >
        {wizard.choices.techStacks({
          selected: wizard.selectedTechStack,
          onSelect: (chosen) => {
            wizard.chooseTechStack(chosen)
            wizard.goNext()
          },
        })}
      </ChoiceStep>
    ),
  },
  {
    name: 'Personal Info',
    heading: 'Personal Details & Resume',
    canShow: ({ cohort, techStack }) => cohort !== null && techStack !== null,
    sends: true,
    render: (wizard, title) => (
      <PersonalDetailsStep
        title={title}
        headingRef={wizard.headingRef}
        sending={wizard.sending}
        draft={wizard.draft.current}
        onDraft={wizard.keepDraft}
        chosen={[wizard.cohort?.name, wizard.techStack?.name].join(' · ')}
        onSubmit={wizard.submit}
        onInvalid={wizard.noteInvalid}
        onCancel={wizard.cancel}
        onPrevious={wizard.goBack}
      />
    ),
  },
  {
    name: 'Complete',
    heading: 'Application Submitted!',
    canShow: ({ submitted }) => submitted !== null,
    render: ({ submitted, choices, headingRef }, title) =>
      submitted && (
        <CompleteStep
          title={title}
          summary={choices.summaryOf(submitted.cohort, submitted.techStack)}
          headingRef={headingRef}
        />
      ),
  },
]
