import { readdir } from 'node:fs/promises'
import { countOf } from '#database/page.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { resumePdf } from '#seed/resume-pdf.ts'
import type { TestApp } from './app.ts'

/** A valid resume. */
export const pdfFile = (name = 'resume.pdf') =>
  new File([resumePdf(['Aline Uwase', 'Kigali'])], name, { type: 'application/pdf' })

/** A valid form with these changes; undefined removes a field. */
export function applicationForm(
  parents: { cohort: number; tech_stack: string },
  changes: Record<string, string | number | File | undefined> = {},
) {
  const fields: Record<string, string | number | File | undefined> = {
    first_name: 'Aline',
    last_name: 'Uwase',
    email: 'aline@example.rw',
    phone_number: '+250788123456',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
    other_phone_number: '+250722123456',
    level: 'BEGINER',
    gender: 'FEMALE',
    description: 'I want to learn.',
    done_at: '2026-03-02',
    resume: pdfFile(),
    ...parents,
    ...changes,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

/** Creates an open cohort and a tech stack to apply to. */
export async function createCohortAndStack(
  app: TestApp,
  cohort: Parameters<typeof createCohort>[1] = {},
) {
  return {
    cohort: await createCohort(app.services, cohort),
    tech_stack: await createTechStack(app.services),
  }
}

let clients = 0

/** Sends an application from a new client IP, so that no rate limit interferes. */
export async function apply(app: TestApp, form: FormData, key?: string) {
  clients += 1
  const clientIp = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  const encoded = new Response(form)
  return app.json('/api/website/application/', {
    method: 'POST',
    body: await encoded.arrayBuffer(),
    clientIp,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })
}

export const countRows = async (
  { services }: TestApp,
  table: 'applications' | 'files' | 'application_history',
) => Number((await countOf(services.database.selectFrom(table)).executeTakeFirstOrThrow()).total)

/** Whether no upload has left a file behind. */
export const isSpoolEmpty = async ({ services }: TestApp) =>
  (await readdir(services.storage.spoolDir)).length === 0
