import type { ApiClient } from '#client/api/client.ts'
import type { ChosenIds } from '#features/applications/public/application-url.ts'
import type { OfferedChoices } from '#features/applications/public/choice-fields.tsx'
import { messages } from '#features/applications/validation.ts'
import type { Cohort } from '#features/cohorts/contract.ts'
import { isOpen, whyNotOpen } from '#features/cohorts/public/registration.ts'
import type { TechStack } from '#features/tech-stacks/contract.ts'
import { loadTechStacks } from '#features/tech-stacks/public/use-tech-stacks.ts'

/** Loads all cohorts, or null if they can't be read. */
export async function loadAllCohorts(api: ApiClient): Promise<Cohort[] | null> {
  try {
    return (await api.cohorts.list({ page: 1, page_size: 100 })).results
  } catch (error) {
    console.error('Cohorts could not be loaded', error)
    return null
  }
}

/** What is chosen, as far as it is still there, and the tech stacks to choose from. */
export type ApplicationChoice = {
  cohort: Cohort | null
  techStacks: readonly TechStack[]
  isKnown: boolean
}

/** @param cohorts what `loadAllCohorts` returns */
export async function findChoice(
  api: ApiClient,
  { cohort }: ChosenIds,
  cohorts: readonly Cohort[] | null,
): Promise<ApplicationChoice> {
  return {
    cohort: cohorts?.find(({ id }) => String(id) === cohort) ?? null,
    techStacks: await loadTechStacks(api),
    isKnown: cohorts !== null,
  }
}

/** Why what is chosen can't be applied to. */
export function choiceProblems(
  chosen: ChosenIds,
  choice: ApplicationChoice | undefined,
  now: Date,
) {
  if (!choice?.isKnown) return {}
  const { cohort, techStacks } = choice
  const reason = cohort ? whyNotOpen(cohort, now) : 'cohort'
  const hasStack = techStacks.some(({ id }) => id === chosen.tech_stack)
  return {
    ...(chosen.cohort && reason && { cohort: messages[reason] }),
    ...(chosen.tech_stack && !hasStack && { techStack: messages.techStackGone }),
  }
}

/** What may be chosen in place of the refused choices. */
export function offeredFor(
  refused: { cohort?: string; tech_stack?: string },
  cohorts: readonly Cohort[] | null,
  techStacks: readonly TechStack[],
): OfferedChoices {
  const now = new Date()
  const open = (cohorts ?? []).filter((cohort) => isOpen(cohort, now))
  const toOption = ({ id, name }: { id: string | number; name: string }) => ({
    value: String(id),
    label: name,
  })
  return {
    ...(refused.cohort && { cohort: open.map(toOption) }),
    ...(refused.tech_stack && { tech_stack: techStacks.map(toOption) }),
  }
}
