import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSending } from '#client/forms/use-sending.ts'
import type { Cohort } from '#features/cohorts/contract.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { messages } from '../validation.ts'
import { errorTexts } from './application-errors.ts'
import { type ApplicationValues, emptyValues, fields, today, toWire } from './application-values.ts'
import type { Summary } from './complete-step.tsx'
import { preloadPersonalDetails } from './personal-details-step.tsx'
import { useStepArrival, useStepInUrl } from './use-step-in-url.ts'

/** A list to choose from, which the page puts into a step. */
type Chooser<Choice> = (props: {
  selected: Choice | null
  onSelect: (choice: Choice) => void
}) => ReactNode

/** What the page provides: features don't import each other's components. */
export type WizardChoices = {
  cohorts: Chooser<Cohort>
  techStacks: Chooser<TechStack>
  summaryOf: (cohort: Cohort, techStack: TechStack) => Summary
  /** The server refused a choice: what there is to choose may have changed. */
  onRefusedChoice: () => void
}

/** What has been chosen and sent so far. */
export type Made = {
  cohort: Cohort | null
  techStack: TechStack | null
  submitted: { cohort: Cohort; techStack: TechStack } | null
}

export type Wizard = ReturnType<typeof useWizard>

/**
 * The state of an application from the first step to the last. What is chosen and typed lives in memory alone: it
 * holds a national ID, and applicants share computers.
 * @param canShow whether a step can be shown yet
 */
export function useWizard(choices: WizardChoices, canShow: (step: number, made: Made) => boolean) {
  const [cohort, setCohort] = useState<Cohort | null>(null)
  const [techStack, setTechStack] = useState<TechStack | null>(null)
  const [submitted, setSubmitted] = useState<Made['submitted']>(null)
  /** What the server said against a choice; the choice stands until another is made. */
  const [refused, setRefused] = useState<{ cohort?: string; techStack?: string }>({})
  const [isFilled, setIsFilled] = useState(false)
  /** Apart from the state, so that typing renders the form alone. */
  const draft = useRef(emptyValues)
  const { sending, send, cancel, isUnderWay } = useSending({
    path: '/website/application/',
    what: 'application',
  })
  const isSending = sending.status === 'sending'
  const blocker = useLeaveGuard({ isFilled, isSending, isUnderWay })
  const { step, goForwardTo, goBackTo, replaceBy } = useStepInUrl((asked) =>
    canShow(asked, { cohort, techStack, submitted }),
  )
  const headingRef = useStepArrival(step)

  const keepDraft = useCallback((values: ApplicationValues) => {
    draft.current = { ...values }
    setIsFilled(fields.some((field) => values[field]))
  }, [])

  useEffect(() => {
    if (step === 2) preloadPersonalDetails()
    // What was sent is cleared once its form is out of sight.
    if (step !== 4) return
    keepDraft(emptyValues)
    setCohort(null)
    setTechStack(null)
  }, [step, keepDraft])

  /** @returns what the server refused, by the fields' names on the wire */
  async function submit(values: ApplicationValues): Promise<Record<string, string[]>> {
    if (!cohort || !techStack) {
      showErrors([cohort ? messages.techStack : messages.cohort])
      return {}
    }
    const wire = toWire(values, cohort.id, techStack.id)
    const outcome = await send(wire, [['done_at', today()]])
    if (outcome?.kind === 'stored') {
      showErrors([])
      notify({ type: 'success', message: 'Application created successfully!' })
      setSubmitted({ cohort, techStack })
      void replaceBy(4)
    }
    if (outcome?.kind === 'lost') {
      showErrors([outcome.text ?? 'Your application could not be confirmed.'])
    }
    if (outcome?.kind !== 'refused') return {}
    showErrors(errorTexts(outcome.error))
    const wrong = outcome.error.fields
    setRefused({ cohort: wrong.cohort?.[0], techStack: wrong.tech_stack?.[0] })
    if (wrong.cohort || wrong.tech_stack) {
      choices.onRefusedChoice()
      void goBackTo(wrong.cohort ? 1 : 2)
    }
    return wrong
  }

  return {
    step,
    headingRef,
    goForwardTo,
    goBackTo,
    choices,
    cohort,
    techStack,
    submitted,
    refused,
    selectedCohort: refused.cohort ? null : cohort,
    selectedTechStack: refused.techStack ? null : techStack,
    chooseCohort(chosen: Cohort) {
      setCohort(chosen)
      setRefused({ ...refused, cohort: undefined })
    },
    chooseTechStack(chosen: TechStack) {
      setTechStack(chosen)
      setRefused({ ...refused, techStack: undefined })
    },
    draft,
    keepDraft,
    sending,
    isSending,
    submit,
    cancel,
    blocker,
  }
}
