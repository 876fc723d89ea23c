import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Cohort } from '#features/cohorts/contract.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { notify } from '#ui/notify.ts'
import { emptyValues, fields, wireNames } from './application-values.ts'
import { type Refusal, refusalTexts } from './refusal.ts'
import { tellFailures } from './tell-failures.ts'

type Choice = { cohort: Cohort; techStack: TechStack }

/** What the applicant has chosen and typed. It lives in memory alone: it holds a national ID, on shared computers. */
export function useApplication() {
  const form = useForm({ defaultValues: emptyValues, mode: 'onTouched' })
  const [cohort, setCohort] = useState<Cohort | null>(null)
  const [techStack, setTechStack] = useState<TechStack | null>(null)
  const [submitted, setSubmitted] = useState<Choice | null>(null)
  /** What the server said against the choice of a step. */
  const [refused, setRefused] = useState<{ cohort?: string; techStack?: string }>({})

  const canShow = (step: number) =>
    step === 1 ||
    (step === 2 && cohort !== null) ||
    (step === 3 && cohort !== null && techStack !== null) ||
    (step === 4 && submitted !== null)

  return {
    form,
    cohort,
    techStack,
    submitted,
    refused,
    canShow,
    isFilled: form.formState.isDirty,
    chooseCohort(chosen: Cohort) {
      setCohort(chosen)
      setRefused({ ...refused, cohort: undefined })
    },
    chooseTechStack(chosen: TechStack) {
      setTechStack(chosen)
      setRefused({ ...refused, techStack: undefined })
    },
    /** The application is stored; `clear` follows when its form is out of sight. */
    complete(choice: Choice) {
      setSubmitted(choice)
      tellFailures([])
      notify({ type: 'success', message: 'Application created successfully!' })
    },
    clear() {
      form.reset(emptyValues)
      setCohort(null)
      setTechStack(null)
    },
    /**
     * Tells what the server refused, by notifications and at the fields.
     * @returns the step that has the first wrong choice or field
     */
    refuse(refusal: Refusal): 1 | 2 | 3 {
      tellFailures(refusalTexts(refusal))
      let isFirst = true
      for (const field of fields) {
        const message = refusal.fields[wireNames[field]]
        if (message === undefined) continue
        form.setError(field, { type: 'server', message }, { shouldFocus: isFirst })
        isFirst = false
      }
      const { cohort: cohortMessage, tech_stack: techStackMessage } = refusal.fields
      setRefused({ cohort: cohortMessage, techStack: techStackMessage })
      if (cohortMessage) setCohort(null)
      if (techStackMessage) setTechStack(null)
      return cohortMessage ? 1 : techStackMessage ? 2 : 3
    },
  }
}

export type ApplicationState = ReturnType<typeof useApplication>
