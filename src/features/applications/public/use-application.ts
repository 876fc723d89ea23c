import { useCallback, useRef, useState } from 'react'
import type { Cohort } from '#features/cohorts/contract.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { type ApplicationValues, emptyValues, fields } from './application-values.ts'

type Choice = { cohort: Cohort; techStack: TechStack }

/** What the applicant has chosen and typed. It lives in memory alone: it holds a national ID, on shared computers. */
export function useApplication() {
  const [cohort, setCohort] = useState<Cohort | null>(null)
  const [techStack, setTechStack] = useState<TechStack | null>(null)
  const [isFilled, setIsFilled] = useState(false)
  const [submitted, setSubmitted] = useState<Choice | null>(null)
  /** What the server said against the choice of a step; the choice stands until another is made. */
  const [refused, setRefused] = useState<{ cohort?: string; techStack?: string }>({})
  /** Apart from the state, so that typing renders the form alone. */
  const draft = useRef(emptyValues)

  const keepDraft = useCallback((values: ApplicationValues) => {
    draft.current = { ...values }
    setIsFilled(fields.some((field) => values[field]))
  }, [])

  return {
    cohort,
    techStack,
    submitted,
    refused,
    draft,
    isFilled,
    keepDraft,
    canShow: (step: number) =>
      step === 1 ||
      (step === 2 && cohort !== null) ||
      (step === 3 && cohort !== null && techStack !== null) ||
      (step === 4 && submitted !== null),
    chooseCohort(chosen: Cohort) {
      setCohort(chosen)
      setRefused({ ...refused, cohort: undefined })
    },
    chooseTechStack(chosen: TechStack) {
      setTechStack(chosen)
      setRefused({ ...refused, techStack: undefined })
    },
    /** Keeps what the server refused. @returns the first step that has to be chosen anew, if any */
    refuseChoices(messages: { cohort?: string; techStack?: string }): 1 | 2 | undefined {
      setRefused(messages)
      return messages.cohort ? 1 : messages.techStack ? 2 : undefined
    },
    /** The application is stored; `clear` follows when its form is out of sight. */
    complete: setSubmitted,
    clear() {
      keepDraft(emptyValues)
      setCohort(null)
      setTechStack(null)
    },
  }
}
