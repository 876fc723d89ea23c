import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readDueResumes } from '#platform/resumes/resume-texts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createInterview } from '#seed/factories/interviews.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import type { TestApp } from './app.ts'
import { applicationForm, apply } from './applying.ts'
import { readZip } from './downloads.ts'

/** Somebody whose words stand nowhere else. */
export const zuhura = {
  email: 'Zuhura.Nyirahabimana@example.rw',
  phone: '+250 788 913 577',
  first_name: 'Zuhura',
  last_name: 'Nyirahabimana',
}
const { email, phone, first_name, last_name } = zuhura
const full_name = `${first_name} ${last_name}`

/** No text or file may have these once she is erased. */
export const wordsOfZuhura = [
  'zuhura',
  'nyirahabimana',
  encodeURIComponent(email.toLowerCase()),
  '788 913 577',
  '788913577',
]

/** Has her leave something in every table that people leave something in. */
export async function createZuhura(app: TestApp) {
  const { services } = app
  const { database } = services
  const token = await app.signIn('ADMIN', { name: 'Diane Keza' })
  const staff = async (method: string, path: string, json?: object) => {
    const { status, body } = await app.json(`/api/${path}`, {
      method,
      token,
      ...(json && { json }),
    })
    expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  const parents = {
    cohort: await createCohort(services),
    tech_stack: await createTechStack(services, { id: `stack-${crypto.randomUUID()}` }),
  }
  const person = { first_name, last_name, email, phone_number: phone }

  const sent = await apply(app, applicationForm(parents, person), crypto.randomUUID())
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const { id: application } = await database
    .selectFrom('applications')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await staff('POST', `website/application/${application}/change-status/`, {
    status: 'SHORTLISTED',
    notes: `${full_name} convinced Diane Keza.`,
  })
  await staff('POST', `admin/applications/${application}/notes/`, {
    text: `Diane Keza called ${phone}.`,
  })
  await createInterview(services, application, { note: `${full_name} was in time.` })
  const other = await createCohort(services)
  const trashed = await createApplication(services, { ...parents, cohort: other }, person)
  await staff('DELETE', `admin/applications/${trashed}/`)
  const namesake = await createApplication(
    services,
    { ...parents, cohort: other },
    { first_name: 'Keza', email: 'keza@example.rw' },
  )
  await staff('POST', `admin/applications/${namesake}/notes/`, { text: `A friend of ${email}.` })

  const talent = await createTalent(services, person)
  await staff('PATCH', `admin/talents/${talent}/status/`, { status: 'CONTACTED', notes: full_name })
  const message = await createMessage(services, { full_name, email, phone, message: full_name })
  await staff('POST', `admin/contacts/${message}/replies/`, {
    text: `Dear ${full_name}, welcome.`,
    status: 'RESOLVED',
    expected_updated_at: (await staff('GET', `admin/contacts/${message}/`)).updated_at,
  })
  await staff('POST', `admin/contacts/${message}/notes/`, { text: `Ask ${full_name} again.` })
  const event = await createEvent(services, { capacity: 10 })
  await createRegistrations(services, event, [{ full_name, email, phone }, {}])
  const gone = await createEvent(services, {
    title: 'Gone',
    starts_at: '2026-02-02T08:00:00.000Z',
  })
  await createRegistrations(services, gone, [{ full_name, email }, { full_name: 'Eric Mugisha' }])
  await staff('DELETE', `admin/events/${gone}/`)
  await app.json('/api/website/subscribe/', {
    method: 'POST',
    json: { email },
    clientIp: '10.9.0.1',
  })

  const article = await createArticle(services)
  const named = { name: full_name, email, message: `Write to ${email}.` }
  const comment = await createComment(services, article, named)
  const answered = await createComment(services, article, { ...named, status: 'APPROVED' })
  const answer = await createComment(services, article, {
    parent_id: answered,
    message: 'So true.',
    status: 'APPROVED',
  })
  await staff('POST', 'admin/comment-blocks/', { kind: 'email', value: email, note: full_name })
  const testimonial = await createTestimonial(services, { full_name, description: full_name })
  const { id: certificate } = await createCertificate(services, { full_name, email })
  await staff('PATCH', `admin/certificates/${certificate}/`, { full_name: `${full_name} Uwera` })
  await staff('POST', 'admin/views/', {
    list: 'applications',
    name: 'Hers',
    parameters: `search=${encodeURIComponent(email)}`,
    is_shared: false,
    is_pinned: false,
  })
  for (let call = 0; call < 2; call += 1) {
    const json = { email, password: 'wrong password' }
    await app.json('/api/auth/login/', { method: 'POST', json, clientIp: '10.9.0.2' })
  }
  await readDueResumes(services)
  return {
    token,
    staff,
    parents,
    application,
    talent,
    message,
    event,
    article,
    namesake,
    comment,
    answered,
    answer,
    testimonial,
    certificate,
  }
}

type ExportedPart = { table: string; in_trash: boolean; rows: Record<string, unknown>[] }

/** What an export of a person has: its files, the rows as text and as they are, and the page that the person reads. */
export async function readExport(response: Response) {
  const files = await readZip(response)
  const { 'data.json': data = '', 'summary.html': page = '' } = files
  const { parts }: { parts: ExportedPart[] } = JSON.parse(data)
  return { files, data, page, parts }
}

/** Exports a person as an administrator. */
export const exportPerson = async (app: TestApp, token: string, email: string) =>
  readExport(
    await app.request('/api/admin/personal-data/export/', {
      method: 'POST',
      token,
      json: { email },
    }),
  )

/** Every text of every table, and every stored file, in which one of these words stands. */
export async function findTraces(
  { services }: Pick<TestApp, 'services'>,
  words: readonly string[],
) {
  const { database, config, storage } = services
  const has = (text: string) =>
    words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  const traces: string[] = []
  for (const { name, columns } of await database.introspection.getTables()) {
    if (/_search(_|$)/.test(name)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      database,
    )
    for (const row of rows) {
      for (const column of columns) {
        // Whose comments are held back stays, as the privacy page tells.
        if (name === 'comment_blocks' && column.name === 'value') continue
        if (has(String(row[column.name])))
          traces.push(`${name}.${column.name}: ${row[column.name]}`)
      }
    }
  }
  const folder = join(config.dataDir, 'files')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = await buffer(await storage.read(relative(folder, path)))
    if (has(content.toString('latin1'))) traces.push(path)
  }
  return traces
}
