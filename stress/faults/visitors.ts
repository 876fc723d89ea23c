import { setTimeout as wait } from 'node:timers/promises'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { commentsContract } from '../../src/features/comments/contract.ts'
import { type Applicant, createApplicant } from '../crash/applicant.ts'
import type { createCohortAndStack } from '../site.ts'

/** Longer than any response should take; a request that lasts longer counts as hanging. */
export const hangsMs = 25_000

/** Pages that everybody reads; the cache has them before a fault. */
export const keptPages = ['/', '/who-we-are', '/services', '/insights', '/events', '/contact']

export type Outcome = { what: string; status: number; ms: number; body: string; headers: Headers }

/** Sends a request as a client of its own. Status 0 means that the connection broke, 1 that the response hangs. */
export async function ask(url: string, init: RequestInit = {}, what = url): Promise<Outcome> {
  const startedAt = performance.now()
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-for', nextAddress())
  try {
    const signal = AbortSignal.timeout(hangsMs)
    const response = await fetch(url, { redirect: 'manual', signal, ...init, headers })
    const body = await response.text()
    const ms = performance.now() - startedAt
    return { what, status: response.status, ms, body, headers: response.headers }
  } catch (error) {
    const status = (error as Error).name === 'TimeoutError' ? 1 : 0
    const ms = performance.now() - startedAt
    return { what, status, ms, body: String(error), headers: new Headers() }
  }
}

type Sent = Awaited<ReturnType<Applicant['send']>>

let addresses = 0
function nextAddress() {
  addresses += 1
  return `10.200.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Reads the kept pages, one after the other, until it is stopped. */
export function readPages(siteUrl: string, everyMs = 20) {
  const outcomes: Outcome[] = []
  let isReading = true
  const reading = (async () => {
    const pending: Promise<unknown>[] = []
    for (let at = 0; isReading; at += 1) {
      const path = keptPages[at % keptPages.length] ?? '/'
      const asked = ask(siteUrl + path, {}, path).then((outcome) =>
        outcomes.push(outcome.status === 200 ? { ...outcome, body: '' } : outcome),
      )
      pending.push(asked)
      await wait(everyMs)
    }
    await Promise.all(pending)
  })()
  return async () => {
    isReading = false
    await reading
    return outcomes
  }
}

export function percentile(outcomes: readonly Outcome[], share: number) {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

let written = 0
const message = () => {
  written += 1
  return {
    full_name: 'Ange Keza',
    email: `ange${written}@example.rw`,
    phone: '+250788123456',
    subject: `Fees ${written}`,
    message: 'What does a cohort of three months cost?',
  }
}

type FormToken = InferContractRouterOutputs<typeof commentsContract>['formToken']

/** The token in a response of `/website/form-token/`. @throws where there is none */
export function formTokenIn(body: string) {
  const { form_token } = JSON.parse(body) as Partial<FormToken>
  if (!form_token) throw new Error(`There is no form token in ${body.slice(0, 200)}`)
  return form_token
}

const json = { 'content-type': 'application/json' }

/** What visitors write, each in one request. */
export const writes = {
  message: async (siteUrl: string) => {
    const token = await ask(`${siteUrl}/api/website/form-token/`)
    if (token.status !== 200) return { ...token, what: 'message' }
    const form_token = formTokenIn(token.body)
    const body = JSON.stringify({ ...message(), form_token })
    return ask(
      `${siteUrl}/api/website/contact-us/`,
      { method: 'POST', headers: json, body },
      'message',
    )
  },
  /** The form of the page, without JavaScript. */
  form: (siteUrl: string) =>
    ask(`${siteUrl}/contact`, { method: 'POST', body: new URLSearchParams(message()) }, 'form'),
  application: async (
    siteUrl: string,
    target: Awaited<ReturnType<typeof createCohortAndStack>>,
  ) => {
    const applicant = await createApplicant(target)
    return { ...(await sendWithin(applicant, siteUrl)), applicant }
  },
}

/** Sends an application, also again. @returns as `ask` does */
export async function sendWithin(
  applicant: Awaited<ReturnType<typeof createApplicant>>,
  siteUrl: string,
): Promise<Outcome> {
  const startedAt = performance.now()
  const failed = (status: number, text: string) => ({
    status,
    text,
    headers: {} as Sent['headers'],
  })
  const { status, text, headers } = await Promise.race<Sent>([
    applicant.send(siteUrl).catch((error) => failed(0, String(error))),
    wait(hangsMs, failed(1, ''), { ref: false }),
  ])
  const ms = performance.now() - startedAt
  const retryAfter = new Headers({ 'retry-after': headers['retry-after'] ?? '' })
  return { what: 'application', status, ms, body: text, headers: retryAfter }
}
