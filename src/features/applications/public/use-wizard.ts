import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#client/api/errors.ts'
import { useSending } from '#client/forms/use-sending.ts'
import { loadFormToken } from '#client/loaders/loaders.ts'
import type { Cohort } from '#features/cohorts/contract.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { today } from '../validation.ts'
import type { ChosenIds } from './application-url.ts'
import type {
  ApplicationValues,
  FilledApplication,
  RefusedApplication,
} from './application-values.ts'
import type { OfferedChoices } from './choice-fields.tsx'
import type { Summary } from './complete-step.tsx'
import { preloadPersonalDetails } from './personal-details-step.tsx'
import { useStepArrival, useStepInUrl } from './use-step-in-url.ts'

/** Tells the script that counts visits of an event on the page; where that is not loaded, nobody listens. */
const noteVisit = (name: string, value: string) =>
  dispatchEvent(new CustomEvent('visit', { detail: [name, value] }))

/** A list of choices that the page renders in a step. */
type Chooser<Choice> = (props: {
  selected: Choice | null
  onSelect: (choice: Choice) => void
}) => ReactNode

/** The lists come from the page, because features don't import each other's components. */
export type WizardChoices = {
  cohorts: Chooser<Cohort>
  /** Whether their list has a button of the form `moreFormId`, which shows more. */
  hasMoreCohorts: boolean
  techStacks: Chooser<TechStack>
  summaryOf: (cohort: Cohort, techStack: TechStack) => Summary
  /** What the URL has chosen, if it is still offered. */
  chosen: { cohort: Cohort | null; techStack: TechStack | null }
  /** Why what the URL has chosen is not offered. */
  problems: ChoiceProblems
  /** Whether the URL confirms an application that was sent without JavaScript. */
  isSubmitted: boolean
  /** The form that was posted without JavaScript and refused, with what may be chosen in place of a refused choice. */
  refused: (RefusedApplication & { offered?: OfferedChoices }) | undefined
  formToken: string
  /** Called when the server rejects a choice, or an application takes a spot: the choices may have changed. */
  reload: () => void
}

/** The choices so far, and those of the submitted application, where they are known. */
export type Made = {
  cohort: Cohort | null
  techStack: TechStack | null
  /** Whether the form was refused, which is then shown whatever became of the choices. */
  isRefused: boolean
  submitted: { cohort: Cohort | null; techStack: TechStack | null } | null
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

/** A choice by its name in the statistics. */
const countedAs = { cohort: 'chosen', techStack: 'stack' } as const

export type Wizard = ReturnType<typeof useWizard>

type ChoiceProblems = { [Choice in NonNullable<WizardStep['chooses']>]?: string }

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
  const [cohort, setCohort] = useState(choices.chosen.cohort)
  const [techStack, setTechStack] = useState(choices.chosen.techStack)
  const [submitted, setSubmitted] = useState<Made['submitted']>(
    choices.isSubmitted ? choices.chosen : null,
  )
  /** The server's errors about a choice. The choice stays selected until the applicant makes another one. */
  const [refused, setRefused] = useState(choices.problems)
  const [isTyped, setIsTyped] = useState(false)
  /** A ref instead of state, so that typing renders the form only. */
  const draft = useRef<ApplicationValues>(null)
  /** Not waited for: it arrives while the form is filled in. */
  const formToken = useRef(choices.formToken)
  const { sending, send, cancel, isUnderWay } = useSending({
    path: '/website/application/',
    what: 'application',
  })
  const isSending = sending.status === 'sending'
  const chosenIds: ChosenIds = { cohort: cohort?.id.toString(), tech_stack: techStack?.id }
  const made = { cohort, techStack, submitted, isRefused: choices.refused !== undefined }
  const { step, isNextAsked, goForwardTo, goBackTo, replaceBy } = useStepInUrl(
    (asked) => steps[asked - 1]?.canShow(made) ?? false,
    chosenIds,
  )
  const noted = useRef(new Set<string>())
  /** Counts how far an application for a cohort has come, once. */
  const noteStep = useCallback((step: string, cohort: number, field?: string) => {
    const value = [step, cohort, field].filter(Boolean).join(' ')
    if (noted.current.has(value)) return
    noted.current.add(value)
    noteVisit('application_step', value)
  }, [])
  const isFormNext = steps[step]?.sends === true
  const isComplete = step === steps.length
  const headingRef = useStepArrival(step)

  const keepDraft = useCallback((values: ApplicationValues | null, isFilled: boolean) => {
    draft.current = values
    setIsTyped(isFilled)
  }, [])

  // Counted where it leads to: without React the browser opens that as a document of its own.
  const chosenBefore = steps[step - 2]?.chooses
  useEffect(() => {
    if (chosenBefore && cohort) noteStep(countedAs[chosenBefore], cohort.id)
  }, [chosenBefore, cohort, noteStep])

  useEffect(() => {
    if (isTyped && cohort) noteStep('typed', cohort.id)
  }, [isTyped, cohort, noteStep])

  useEffect(() => {
    if (isFormNext) {
      preloadPersonalDetails()
      void loadToken().then((token) => {
        formToken.current ||= token
      })
    }
    // Clears the submitted values once the form is hidden.
    if (!isComplete) return
    keepDraft(null, false)
    setCohort(null)
    setTechStack(null)
  }, [isFormNext, isComplete, keepDraft])

  /** @throws the server's refusal */
  async function submit({ wire, chosen, website, form_token }: FilledApplication) {
    const sentCohort = Number(chosen.cohort)
    const outcome = await send(wire, [
      ['done_at', today()],
      ['website', website],
      ['form_token', form_token || formToken.current],
    ])
    if (outcome?.kind === 'stored') {
      showErrors([])
      noteStep('sent', sentCohort)
      notify({ type: 'success', message: 'Application created successfully!' })
      // They may have been chosen again in the form.
      setSubmitted({
        cohort: cohort?.id === sentCohort ? cohort : null,
        techStack: techStack?.id === chosen.tech_stack ? techStack : null,
      })
      void replaceBy(steps.length, chosen)
      choices.reload()
    }
    if (outcome?.kind === 'lost') {
      showErrors([outcome.text ?? 'Your application could not be confirmed.'])
    }
    if (outcome?.kind !== 'refused') return
    showErrors(errorTexts(outcome.error))
    const wrong = outcome.error.fields
    for (const field of Object.keys(wrong)) noteStep('refused', sentCohort, field)
    const refusedNow = { cohort: wrong.cohort?.[0], techStack: wrong.tech_stack?.[0] }
    setRefused(refusedNow)
    const index = steps.findIndex(({ chooses }) => chooses && refusedNow[chooses])
    if (index >= 0) {
      choices.reload()
      void goBackTo(index + 1)
    }
    throw outcome.error
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
    isChoiceMissing: isNextAsked,
    selectedCohort: refused.cohort ? null : cohort,
    selectedTechStack: refused.techStack ? null : techStack,
    chooseCohort(chosen: Cohort) {
      showErrors([])
      setCohort(chosen)
      setRefused({ ...refused, cohort: undefined })
      void goForwardTo(step + 1, { ...chosenIds, cohort: String(chosen.id) })
    },
    chooseTechStack(chosen: TechStack) {
      showErrors([])
      setTechStack(chosen)
      setRefused({ ...refused, techStack: undefined })
      void goForwardTo(step + 1, { ...chosenIds, tech_stack: chosen.id })
    },
    chosenIds,
    formToken: formToken.current,
    draft,
    keepDraft,
    sending,
    isTyped,
    isSending,
    noteInvalid(wrong: readonly string[]) {
      if (cohort) for (const field of wrong) noteStep('refused', cohort.id, field)
    },
    submit,
    isUnderWay,
    cancel,
  }
}

/** The notifications for a rejected application: 'FIELD NAME: first message' for each field, or one general message. */
export function errorTexts({ fields, detail }: ApiError): string[] {
  const texts = Object.entries(fields).map(
    ([field, [message]]) => `${field.toUpperCase().replace('_', ' ')}: ${message}`,
  )
  return texts.length > 0 ? texts : [detail]
}
