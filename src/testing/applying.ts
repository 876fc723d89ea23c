import { resumePdf } from '#platform/documents/resume-pdf.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import type { TestApp } from './app.ts'

/** A PDF as an applicant uploads it. */
export const pdfFile = (name = 'resume.pdf') =>
  new File([resumePdf(['Aline Uwase', 'Kigali'])], name, { type: 'application/pdf' })

/** A form that is right but for the changes; a field of undefined is left out. */
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

/** An open cohort and a tech stack to apply to. */
export async function createPlace(app: TestApp, cohort: Parameters<typeof createCohort>[1] = {}) {
  return {
    cohort: await createCohort(app.services, cohort),
    tech_stack: await createTechStack(app.services),
  }
}

let addresses = 0

/** Sends an application as a browser with an address of its own would. */
export async function apply(app: TestApp, form: FormData, key?: string) {
  addresses += 1
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  const encoded = new Response(form)
  return app.json('/api/website/application/', {
    method: 'POST',
    body: await encoded.arrayBuffer(),
    address,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })
}
