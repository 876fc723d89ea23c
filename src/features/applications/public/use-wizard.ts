import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#client/api/errors.ts'
import { useSending } from '#client/forms/use-sending.ts'
import { loadFormToken } from '#client/loaders/loaders.ts'
import { noteVisit } from '#client/note-visit.ts'
import type { Cohort } from '#features/cohorts/contract.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { messages } from '../validation.ts'
import {
  type ApplicationValues,
  emptyValues,
  fields,
  today,
  toWire,
  wireNames,
} from './application-values.ts'
import type { Summary } from './complete-step.tsx'
import { preloadPersonalDetails } from './personal-details-step.tsx'
import { useStepArrival, useStepInUrl } from './use-step-in-url.ts'

/** A list of choices that the page renders in a step. */
type Chooser<Choice> = (props: {
  selected: Choice | null
  onSelect: (choice: Choice) => void
}) => ReactNode

/** The lists come from the page, because features don't import each other's components. */
export type WizardChoices = {
  cohorts: Chooser<Cohort>
  techStacks: Chooser<TechStack>
  summaryOf: (cohort: Cohort, techStack: TechStack) => Summary
  /** Called when the server rejects a choice: the available choices may have changed. */
  onRefusedChoice: () => void
}

/** The choices so far, and the submitted application. */
export type Made = {
  cohort: Cohort | null
  techStack: TechStack | null
  submitted: { cohort: Cohort; techStack: TechStack } | null
}

/** What the wizard knows of a step. */
export type WizardStep = {
  /** Whether the choices that this step depends on are made; if not, the wizard starts at the first step. */
  canShow: (made: Made) => boolean
  /** What is chosen in it: the wizard goes back to it when the server refuses the choice. */
  chooses?: 'cohort' | 'techStack'
  /** It sends the application. What it needs is loaded while the step before it is open. */
  sends?: true
}

export type Wizard = ReturnType<typeof useWizard>

type RefusedChoices = { [Choice in NonNullable<WizardStep['chooses']>]?: string | undefined }

const loadToken = () =>
  import('#client/api/client.ts').then(
    ({ api }) => loadFormToken(api),
    () => '',
  )

/**
 * The state of the wizard. It is kept in memory only, because it contains a national ID, and applicants share
 * computers.
 * @param steps in their order, of which the last confirms the application
 */
export function useWizard(choices: WizardChoices, steps: readonly WizardStep[]) {
  const [cohort, setCohort] = useState<Cohort | null>(null)
  const [techStack, setTechStack] = useState<TechStack | null>(null)
  const [submitted, setSubmitted] = useState<Made['submitted']>(null)
  /** The server's errors about a choice. The choice stays selected until the applicant makes another one. */
  const [refused, setRefused] = useState<RefusedChoices>({})
  const [isFilled, setIsFilled] = useState(false)
  /** A ref instead of state, so that typing renders the form only. */
  const draft = useRef(emptyValues)
  /** Not waited for: it arrives while the form is filled in. */
  const formToken = useRef('')
  const { sending, send, cancel, isUnderWay } = useSending({
    path: '/website/application/',
    what: 'application',
  })
  const isSending = sending.status === 'sending'
  const blocker = useLeaveGuard({ isFilled, isSending, isUnderWay })
  const { step, goForwardTo, goBackTo, replaceBy } = useStepInUrl(
    (asked) => steps[asked - 1]?.canShow({ cohort, techStack, submitted }) ?? false,
  )
  const noted = useRef(new Set<string>())
  /** Counts how far an application for a cohort has come, once. */
  const noteStep = useCallback((step: string, { id }: Pick<Cohort, 'id'>, field?: string) => {
    const value = [step, id, field].filter(Boolean).join(' ')
    if (noted.current.has(value)) return
    noted.current.add(value)
    noteVisit('application_step', value)
  }, [])
  const isFormNext = steps[step]?.sends === true
  const isComplete = step === steps.length
  const headingRef = useStepArrival(step)

  const keepDraft = useCallback((values: ApplicationValues) => {
    draft.current = { ...values }
    setIsFilled(fields.some((field) => values[field]))
  }, [])

  useEffect(() => {
    if (isFilled && cohort) noteStep('typed', cohort)
  }, [isFilled, cohort, noteStep])

  useEffect(() => {
    if (isFormNext) {
      preloadPersonalDetails()
      void loadToken().then((token) => {
        formToken.current ||= token
      })
    }
    // Clears the submitted values once the form is hidden.
    if (!isComplete) return
    keepDraft(emptyValues)
    setCohort(null)
    setTechStack(null)
  }, [isFormNext, isComplete, keepDraft])

  /**
   * @param website the honeypot's value
   * @returns the server's field errors, by the fields' names on the wire
   */
  async function submit(
    values: ApplicationValues,
    website: string,
  ): Promise<Record<string, string[]>> {
    if (!cohort || !techStack) {
      showErrors([cohort ? messages.techStack : messages.cohort])
      return {}
    }
    const wire = toWire(values, cohort.id, techStack.id)
    const outcome = await send(wire, [
      ['done_at', today()],
      ['website', website],
      ['form_token', formToken.current],
    ])
    if (outcome?.kind === 'stored') {
      showErrors([])
      noteStep('sent', cohort)
      notify({ type: 'success', message: 'Application created successfully!' })
      setSubmitted({ cohort, techStack })
      void replaceBy(steps.length)
    }
    if (outcome?.kind === 'lost') {
      showErrors([outcome.text ?? 'Your application could not be confirmed.'])
    }
    if (outcome?.kind !== 'refused') return {}
    showErrors(errorTexts(outcome.error))
    const wrong = outcome.error.fields
    const known = [...Object.values(wireNames), 'cohort', 'tech_stack']
    for (const field of known) if (wrong[field]) noteStep('refused', cohort, field)
    const refusedNow = { cohort: wrong.cohort?.[0], techStack: wrong.tech_stack?.[0] }
    setRefused(refusedNow)
    const index = steps.findIndex(({ chooses }) => chooses && refusedNow[chooses])
    if (index >= 0) {
      choices.onRefusedChoice()
      void goBackTo(index + 1)
    }
    return wrong
  }

  return {
    step,
    headingRef,
    goNext: () => void goForwardTo(step + 1),
    goBack: () => void goBackTo(step - 1),
    choices,
    cohort,
    techStack,
    submitted,
    refused,
    selectedCohort: refused.cohort ? null : cohort,
    selectedTechStack: refused.techStack ? null : techStack,
    chooseCohort(chosen: Cohort) {
      showErrors([])
      setCohort(chosen)
      noteStep('chosen', chosen)
      setRefused({ ...refused, cohort: undefined })
    },
    chooseTechStack(chosen: TechStack) {
      showErrors([])
      setTechStack(chosen)
      if (cohort) noteStep('stack', cohort)
      setRefused({ ...refused, techStack: undefined })
    },
    draft,
    keepDraft,
    sending,
    isSending,
    noteInvalid(wrong: readonly string[]) {
      if (cohort) for (const field of wrong) noteStep('refused', cohort, field)
    },
    submit,
    cancel,
    blocker,
  }
}

/** The notifications for a rejected application: 'FIELD NAME: first message' for each field, or one general message. */
export function errorTexts({ fields, detail }: ApiError): string[] {
  const texts = Object.entries(fields).map(
    ([field, [message]]) => `${field.toUpperCase().replace('_', ' ')}: ${message}`,
  )
  return texts.length > 0 ? texts : [detail]
}
