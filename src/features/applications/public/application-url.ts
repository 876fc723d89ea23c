/** The choices in the wizard's URL, by their names in it. */
export type ChosenIds = { cohort?: string; tech_stack?: string }

const path = '/cohort-application'
const stepsMax = 4

/** The step of the first choice that is missing, or the one after the choices. */
export const stepAfter = ({ cohort, tech_stack }: ChosenIds) => (!cohort ? 1 : !tech_stack ? 2 : 3)

/** The URL of a step. The URL names it only if it doesn't follow from the choices. */
export function applicationUrl(step: number, { cohort, tech_stack }: ChosenIds) {
  const query = new URLSearchParams()
  if (cohort) query.set('cohort', cohort)
  if (tech_stack) query.set('tech_stack', tech_stack)
  if (step !== stepAfter({ cohort, tech_stack })) query.set('step', String(step))
  return `${path}?${query}`.replace(/\?$/, '')
}

/** The choices in a URL, and the step that it asks for. */
export function parseApplicationUrl(query: URLSearchParams) {
  const chosen = {
    cohort: query.get('cohort') || undefined,
    tech_stack: query.get('tech_stack') || undefined,
  }
  const named = Number(query.get('step') ?? stepAfter(chosen))
  const isStep = Number.isInteger(named) && named >= 1 && named <= stepsMax
  return { ...chosen, step: isStep ? named : 1 }
}
