import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { columnsOfKind, personalData } from '#database/personal-data.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createZuhura, exportPerson, readExport, zuhura } from '#testing/personal-data.ts'

let app: TestApp
let person: Awaited<ReturnType<typeof createZuhura>>
beforeAll(async () => {
  app = await startTestApp()
  person = await createZuhura(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const download = (json: object, token = person.token) =>
  app.request('/api/admin/personal-data/export/', { method: 'POST', token, json })

test('everything of a person is in their export, with the files', async () => {
  const response = await download({ email: zuhura.email, testimonial_ids: [person.testimonial] })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const { files, page, parts } = await readExport(response)
  const tables = (in_trash: boolean) =>
    parts.filter((part) => part.in_trash === in_trash).map(({ table }) => table)
  expect(tables(false)).toEqual(
    expect.arrayContaining([
      'applications',
      'application_history',
      'application_notes',
      'files',
      'resume_texts',
      'interviews',
      'talents',
      'talent_skills',
      'talent_history',
      'contact_messages',
      'contact_replies',
      'contact_notes',
      'event_registrations',
      'subscribers',
      'comments',
      'testimonials',
      'certificates',
      'earlier_certificates',
      'certificate_history',
      'outbox',
      'comment_blocks',
      'audit_log',
    ]),
  )
  expect(tables(true)).toEqual(
    expect.arrayContaining(['applications', 'event_registrations', 'files']),
  )
  const resumes = Object.keys(files).filter((name) => name.startsWith('files/'))
  expect(resumes).toHaveLength(3)
  for (const name of resumes) expect(files[name]).toContain('%PDF')
  expect(page).toContain(zuhura.phone)
  for (const { table, rows } of parts) {
    const { section } = personalData[table as keyof typeof personalData]
    expect(section, table).not.toBeNull()
    const inner = columnsOfKind(table as 'files', 'inner')
    for (const row of rows) {
      expect(Object.keys(row).filter((column) => inner.includes(column))).toEqual([])
    }
  }
})

test('colleagues are called staff, in notes as well', async () => {
  const { data, parts } = await exportPerson(app, person.token, zuhura.email)
  const notes = parts.find(({ table }) => table === 'application_notes')?.rows
  expect(notes).toMatchObject([{ text: `staff called ${zuhura.phone}.`, author_name: 'staff' }])
  expect(data).not.toContain('Diane')
})

test('nobody else is in an export', async () => {
  const { data: text } = await exportPerson(app, person.token, zuhura.email)
  for (const other of ['Eric Mugisha', 'keza@example.rw', 'So true.'])
    expect(text).not.toContain(other)
  const { parts } = await exportPerson(app, person.token, 'nobody@example.rw')
  expect(parts).toEqual([])
})

test('a person is found by email in any spelling, and by phone', async () => {
  for (const sought of [zuhura.email.toUpperCase(), '0788 913 577', '+250788913577']) {
    const { status, body } = await app.json('/api/admin/personal-data/find/', {
      method: 'POST',
      token: person.token,
      json: { sought },
    })
    expect(status).toBe(200)
    expect(body.people).toMatchObject([
      {
        email: zuhura.email.toLowerCase(),
        names: expect.arrayContaining(['Zuhura Nyirahabimana']),
        has_account: false,
        testimonials: [{ id: person.testimonial }],
      },
    ])
    expect(body.people[0].stored).toContainEqual({
      table: 'applications',
      title: 'Applications',
      in_trash: false,
      count: 1,
      links: [`/dashboard/applications/${person.application}`],
    })
  }
})

test('an export leaves a line of the audit log without the address', async () => {
  await download({ email: zuhura.email })
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['target_id', 'details'])
    .where('target', '=', 'personal data')
    .where('action', '=', 'exported')
    .execute()
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines).toLowerCase()).not.toContain('zuhura')
})

test('an export of a person has no further file once its author is disabled', async () => {
  const { database, storage } = app.services
  const token = await app.signIn('ADMIN', { email: 'leaves@example.rw' })
  const { read } = storage
  const reading = vi.spyOn(storage, 'read').mockImplementation(async (key) => {
    await database
      .updateTable('users')
      .set({ disabled_at: app.services.now().toISOString() })
      .where('email', '=', 'leaves@example.rw')
      .execute()
    return read(key)
  })
  onTestFinished(() => reading.mockRestore())
  const response = await download({ email: zuhura.email, testimonial_ids: [] }, token)
  await expect(response.arrayBuffer()).rejects.toThrow('Your session has ended')
  expect(reading).toHaveBeenCalledTimes(1)
})

test('only administrators find and export people, and each field is checked', async () => {
  const recruiter = await app.signIn('RECRUITER')
  expect((await download({ email: zuhura.email }, recruiter)).status).toBe(403)
  expect((await download({ email: 'no email' })).status).toBe(400)
  expect((await download({ email: zuhura.email, testimonial_ids: ['x'] })).status).toBe(400)
  const json = { sought: ' ' }
  const find = { method: 'POST', token: person.token, json }
  expect((await app.json('/api/admin/personal-data/find/', find)).body).toMatchObject({
    sought: ['Please enter an email or a phone number'],
  })
})
