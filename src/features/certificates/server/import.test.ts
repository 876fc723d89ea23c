import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { RequestContext } from '#platform/http/context.ts'
import { createUser, openTestViewer } from '#seed/factories/accounts.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { codeLetters } from '../validation.ts'
import { importCertificates, readCertificates } from './import.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

function send(step: string, text: string | null, fields: Record<string, string> = {}) {
  const body = new FormData()
  if (text !== null) body.append('file', new File([text], 'list.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return app.json(`/api/admin/certificates/import/${step}`, { method: 'POST', token, body })
}
const stored = () =>
  app.services.database.selectFrom('certificates').selectAll().orderBy('id').execute()
const outbox = () =>
  app.services.database.selectFrom('outbox').select('recipient').orderBy('id').execute()

const head = 'Certificate number;Full name;E-mail address;Course;Cohort;Start;End;Issued on'
const file = [
  head,
  ';Noëlla Mukamana;noella@example.rw;UX Design;Cohort 4;2025-10-06;09/01/2026;',
  `OLD-17;"Eric ""Rick"" O'Brien";eric@example.rw;UX Design;Cohort 4;6.10.2025;9.1.2026;16/01/2026`,
  ';Aline Uwase;ALINE@example.rw;UX Design;cohort 4;2025-10-06;2026-01-09;',
  ';Noella M.;Noella@example.rw;UX Design;Cohort 4;2025-10-06;2026-01-09;',
  '',
  ';李明;li@example;;Cohort 4;2026-01-09;2025-10-06;soon',
  ';Zoé Uwera;zoe@example.rw;Go;Cohort 4;2026-01-09;2025-10-06;',
  'TAKEN-1;Divine Keza;divine@example.rw;Go;Cohort 4;2025-10-06;2026-01-09;',
].join('\r\n')

const before = async () => {
  await createCertificate(app.services, { email: 'aline@example.rw', cohort: 'Cohort 4' })
  await createCertificate(app.services, { number: 'TAKEN-1' })
}

test('the preview names each row by its line and what is wrong, and stores nothing', async () => {
  await before()
  const { status, body } = await send('preview/', file)
  expect([status, body.counts]).toEqual([200, { added: 2, known: 1, repeated: 1, invalid: 3 }])
  expect(body.rows).toEqual([
    { line: 2, text: 'Noëlla Mukamana, noella@example.rw', outcome: 'added' },
    { line: 3, text: `Eric "Rick" O'Brien, eric@example.rw`, outcome: 'added' },
    { line: 4, text: 'Aline Uwase, ALINE@example.rw', outcome: 'known' },
    { line: 5, text: 'Noella M., Noella@example.rw', outcome: 'repeated' },
    {
      line: 7,
      outcome: 'invalid',
      text: '李明, li@example: We cannot print Chinese letters. Please write it in Latin letters. Please enter a valid email address. Course is required. Please enter a valid date',
    },
    {
      line: 8,
      outcome: 'invalid',
      text: 'Zoé Uwera, zoe@example.rw: The end must be after the start',
    },
    {
      line: 9,
      outcome: 'invalid',
      text: 'Divine Keza, divine@example.rw: Another certificate has its number',
    },
  ])
  expect(await stored()).toHaveLength(2)
})

test('an import issues what its preview said, writes to nobody unless asked, and can be repeated', async () => {
  await before()
  const seen = (await send('preview/', file)).body
  const { status, body } = await send('', file)
  expect([status, body]).toEqual([200, seen])
  const ofEmail = async (email: string) => (await stored()).find((one) => one.email === email)
  const [noella, eric] = [await ofEmail('noella@example.rw'), await ofEmail('eric@example.rw')]
  expect(noella).toMatchObject({
    full_name: 'Noëlla Mukamana',
    start_day: '2025-10-06',
    end_day: '2026-01-09',
    issued_day: '2026-03-02',
    number: expect.stringMatching(/^2026-/),
  })
  expect(eric).toMatchObject({ number: 'OLD-17', issued_day: '2026-01-16' })
  expect(await outbox()).toEqual([])
  const again = await send('', file, { send_email: 'true' })
  expect(again.body.counts).toEqual({ added: 0, known: 3, repeated: 1, invalid: 3 })
  expect([await stored(), await outbox()]).toMatchObject([{ length: 4 }, []])
  const history = await app.services.database
    .selectFrom('certificate_history')
    .select(['action', 'by_name'])
    .execute()
  expect(history).toEqual(Array(2).fill({ action: 'imported', by_name: 'Diane Keza' }))
})

test('those who are new are written to when asked, once for all imports at the same moment', async () => {
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => send('', file, { send_email: 'true' })),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const added = responses.reduce((sum, { body }) => sum + body.counts.added, 0)
  expect(added).toBe(4)
  expect(await stored()).toHaveLength(4)
  expect(await outbox()).toHaveLength(4)
})

test('a number that is drawn for a row is no other number of the file', async () => {
  const numberOf = (letter = 0) => `2026-${String(codeLetters[letter]).repeat(6)}`
  // The first draw is a number of the file, the third the same as the second.
  const draws = [2, 0, 0, 1].flatMap((letter) => Array<number>(6).fill(letter))
  const random = vi.spyOn(crypto, 'randomInt').mockImplementation(() => draws.shift() ?? 9)
  syncBuiltinESMExports()
  onTestFinished(() => {
    random.mockRestore()
    syncBuiltinESMExports()
  })
  const rows = ['', '', numberOf(2), numberOf(2)].map(
    (number, row) => `${number};Aline;a${row}@example.rw;Go;Cohort 4;2025-10-06;2026-01-09;`,
  )
  const text = [head, ...rows].join('\r\n')
  const read = await readCertificates(new File([text], 'list.csv'), '2026-03-02')
  expect(read.map(({ certificate }) => certificate?.number)).toEqual([
    numberOf(0),
    numberOf(1),
    numberOf(2),
    undefined,
  ])
  expect(read[3]?.text).toContain('Its number stands in the file before')
})

test('a file that cannot be read says why', async () => {
  const problems = [
    [null, 'Please choose a CSV file'],
    ['PK\u0003\u0004', 'This is a workbook. Please save it as CSV first'],
    [
      'Name;Email\r\nA;b@example.rw',
      'The file lacks columns with the heads Course, Cohort, Start, End',
    ],
    [head, 'The file has no rows below its head'],
    [`${head}\r\n${'x\r\n'.repeat(2001)}`, 'At most 2,000 rows at once'],
  ] as const
  for (const [text, problem] of problems) {
    for (const step of ['preview/', '']) {
      const { status, body } = await send(step, text)
      expect([status, body]).toEqual([400, { file: [problem] }])
    }
  }
  expect((await send('', file, { send_email: 'perhaps' })).body).toEqual({
    send_email: ['Please choose true or false'],
  })
  expect(await stored()).toEqual([])
})

test('an import tells of its certificates and emails as soon as a part is stored', async () => {
  const viewer = await openTestViewer(
    app.services,
    await createUser(app.services, { role: 'RECRUITER' }),
  )
  const rows = await readCertificates(new File([file], 'list.csv'), '2026-03-02')
  const { tagVersions } = app.services
  const versions = () => [tagVersions.versionOf('Certificates'), tagVersions.versionOf('Email')]
  const before = versions()
  const context = { ...app.services, viewer, clientIp: '10.0.0.1' } as RequestContext
  await importCertificates(context, rows, { sendEmail: true })
  expect(versions()).toEqual(before.map((version) => version + 1))
})

test('an import whose author is disabled while the file is read issues nothing', async () => {
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const viewer = await openTestViewer(app.services, user)
  const rows = await readCertificates(new File([file], 'list.csv'), '2026-03-02')
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: app.services.now().toISOString() })
    .where('id', '=', user.id)
    .execute()
  const context = { ...app.services, viewer, clientIp: '10.0.0.1' } as RequestContext
  await expect(importCertificates(context, rows, { sendEmail: true })).rejects.toThrow(
    'Your session has ended, so the rest of the file was not imported.',
  )
  expect([await stored(), await outbox()]).toEqual([[], []])
})
