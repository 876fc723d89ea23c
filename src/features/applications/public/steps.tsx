import type { ReactNode } from 'react'
import { messages } from '../validation.ts'
import { applicationUrl } from './application-url.ts'
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

/** The steps in their order. A further one is a further entry, and changes `stepsMax` and `stepAfter`. */
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
        kept={{ tech_stack: wizard.techStack?.id, step: wizard.techStack ? 2 : undefined }}
        chosen={{ name: 'cohort', value: wizard.selectedCohort?.id }}
        nextStep={2}
        hasMore={wizard.choices.hasMoreCohorts}
        missing={messages.cohort}
        isMissing={wizard.isChoiceMissing}
        onContinue={wizard.goNext}
      >
        {wizard.choices.cohorts({
          selected: wizard.selectedCohort,
          onSelect: wizard.chooseCohort,
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
        kept={{ cohort: wizard.cohort?.id }}
        chosen={{ name: 'tech_stack', value: wizard.selectedTechStack?.id }}
        nextStep={3}
        onPrevious={wizard.goBack}
        missing={messages.chooseTechStack}
        isMissing={wizard.isChoiceMissing}
        onContinue={wizard.goNext}
      >
        {wizard.choices.techStacks({
          selected: wizard.selectedTechStack,
          onSelect: wizard.chooseTechStack,
        })}
      </ChoiceStep>
    ),
  },
  {
    name: 'Personal Info',
    heading: 'Personal Details & Resume',
    canShow: ({ cohort, techStack, isRefused }) =>
      isRefused || (cohort !== null && techStack !== null),
    sends: true,
    render: (wizard, title) => (
      <PersonalDetailsStep
        title={title}
        headingRef={wizard.headingRef}
        action={applicationUrl(3, wizard.chosenIds)}
        backHref={applicationUrl(2, wizard.chosenIds)}
        choice={{ ...wizard.chosenIds, offered: wizard.choices.refused?.offered }}
        sending={wizard.sending}
        formToken={wizard.formToken}
        refused={wizard.choices.refused}
        draft={wizard.draft.current}
        onDraft={wizard.keepDraft}
        chosen={[wizard.cohort?.name, wizard.techStack?.name].filter(Boolean).join(' · ')}
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
    render: ({ submitted, choices, headingRef }, title) => (
      <CompleteStep
        title={title}
        summary={
          submitted?.cohort && submitted.techStack
            ? choices.summaryOf(submitted.cohort, submitted.techStack)
            : null
        }
        headingRef={headingRef}
      />
    ),
  },
]
