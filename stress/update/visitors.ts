import { setTimeout as wait } from 'node:timers/promises'
import { type Applicant, createApplicant } from '../crash/applicant.ts'
import { ask, keptPages, type Outcome, sendWithin, writes } from '../faults/visitors.ts'
import type { createCohortAndStack } from '../site.ts'

type Seen = Outcome & { phase: string }

/** Every hundred requests: pages, reads of the API, forms with and without JavaScript, and an application. */
const mixed = (at: number) => {
  if (at % 100 === 0) return 'application'
  if (at % 10 === 3) return 'message'
  if (at % 10 === 7) return 'form'
  return at % 2 === 0 ? 'page' : 'read'
}

const reads = ['cohorts/', 'news/', 'events/', 'testimonies/'].map((path) => `/api/website/${path}`)

/** Sends requests at a steady rate, however long each takes, until they are stopped. */
export function startVisitors(
  siteUrl: string,
  target: Awaited<ReturnType<typeof createCohortAndStack>>,
  everyMs: number,
) {
  const outcomes: Seen[] = []
  const applicants: Applicant[] = []
  const pending: Promise<unknown>[] = []
  let phase = 'before'
  let isRunning = true

  const one = async (at: number): Promise<Outcome> => {
    const kind = mixed(at)
    if (kind === 'message' || kind === 'form') return writes[kind](siteUrl)
    if (kind === 'application') {
      const applicant = await createApplicant(target)
      applicants.push(applicant)
      return sendWithin(applicant, siteUrl)
    }
    const paths = kind === 'page' ? keptPages : reads
    const path = paths[(at >> 1) % paths.length] ?? '/'
    return ask(siteUrl + path, {}, path)
  }

  const running = (async () => {
    const startedAt = performance.now()
    for (let at = 0; isRunning; at += 1) {
      const during = phase
      const sent = one(at).then(({ body, ...outcome }) =>
        // The bodies of thousands of pages are nothing to keep.
        outcomes.push({ ...outcome, body: outcome.status < 400 ? '' : body, phase: during }),
      )
      pending.push(sent)
      await wait(Math.max(0, startedAt + (at + 1) * everyMs - performance.now()))
    }
    await Promise.all(pending)
  })()

  return {
    /** What happens from now on, for the report. */
    setPhase(name: string) {
      phase = name
    },
    async stop() {
      isRunning = false
      await running
      return { outcomes, applicants }
    },
  }
}
