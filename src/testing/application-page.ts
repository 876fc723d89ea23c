import { expect } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp } from './app.ts'
import { startTestPages } from './pages.ts'

/** A cohort's, which is open by the clock of the app as well as by that of the page. */
export const openDates = { start: '2041-03-01', end: '2041-05-31', deadline: '2041-02-01' }

/** What is in the page's frame, without the marks that React puts between texts. */
const textOf = async (response: Response) =>
  (/<main.*<\/main>/s.exec(await response.text())?.[0] ?? '').replaceAll('<!-- -->', '')

/** Starts the app with the pages to apply for two cohorts, as browsers without JavaScript have them. */
export async function startApplicationPage() {
  const app = await startTestApp({ FORM_SECONDS_MIN: '0', LOG_LEVEL: 'silent' })
  const pages = await startTestPages(app.services)
  const target = {
    cohort: await createCohort(app.services, { name: 'Kigali Web', ...openDates }),
    tech_stack: await createTechStack(app.services),
  }
  return {
    app,
    pages,
    target,
    textOf,
    other: await createCohort(app.services, { name: 'Huye Data', ...openDates }),
    urlOf: (chosen: Record<string, string | number> = target) =>
      `/cohort-application?${new URLSearchParams(
        Object.entries(chosen).map(([name, value]) => [name, String(value)]),
      )}`,
    async read(url: string) {
      const response = await pages.request(url)
      expect(response.status).toBe(200)
      return textOf(response)
    },
  }
}
