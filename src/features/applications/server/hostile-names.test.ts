import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import {
  applicantParts,
  countFiles,
  formOf,
  part,
  pdf,
  pdfOf,
  resumePart,
  sendBody,
} from '#testing/sending-files.ts'

const app = await startTestApp()
const target = await createCohortAndStack(app, { limit: 1_000 })
const token = await app.signIn('RECRUITER')
afterAll(() => app[Symbol.asyncDispose]())

const form = (...parts: Buffer[]) => formOf(...applicantParts(target), ...parts)
const send = (body: RequestInit['body']) => sendBody(app, body)

test.each<[fileName: string, stored: string]>([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\Windows\\resume.pdf', 'resume.pdf'],
  ['C:\\Users\\Aline\\resume.pdf', 'resume.pdf'],
  ['/etc/cron.d/resume.pdf', 'resume.pdf'],
  ['.pdf', '.pdf'],
  ['resume.exe.pdf', 'resume.exe.pdf'],
  ['\u202Efdp.emuser.pdf', 'fdp.emuser.pdf'],
  ['résumé – 履歴書.pdf', 'résumé – 履歴書.pdf'],
  [`${'🙂'.repeat(2_500)}.pdf`, `${'🙂'.repeat(146)}.pdf`],
  [`${'a'.repeat(5_000)}.pdf`, `${'a'.repeat(146)}.pdf`],
  ['a%0D%0ASet-Cookie: a=b.pdf', 'a%0D%0ASet-Cookie: a=b.pdf'],
  ['a\\"; filename=\\"b.html.pdf', 'a"; filename="b.html.pdf'],
  ["a'; filename*=UTF-8''b.html; .pdf", "a'; filename*=UTF-8''b.html; .pdf"],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
  ['a\tb\u200b.pdf', 'ab.pdf'],
  // Its lower-cased form is one character longer.
  ['İbrahim.PDF', 'İbrahim.PDF'],
])(
  'a file named %j is stored as %j, and its name cannot inject headers into the download',
  async (fileName, stored) => {
    const { status, body } = await send(form(resumePart(fileName)))
    expect([status, body.data?.status]).toEqual([201, 'PENDING'])
    const url = `/api/admin/applications/${body.data.id}/resume/`
    const download = await app.request(url, { token })
    const disposition = download.headers.get('content-disposition') ?? ''
    const [, plain = '', exact = ''] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(disposition) ?? []
    expect(plain).toMatch(/^[\w .()-]+$/)
    expect(exact).toMatch(/^[\w.~!$&+%-]+$/)
    expect(decodeURIComponent(exact)).toBe(stored)
    expect(download.headers.has('set-cookie')).toBe(false)
    expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true)
  },
)

test("an applicant's name is stored on one line, without characters that turn its direction", async () => {
  const typed = [
    part('first_name', 'Aline\r\n\u202eawezU'),
    part('last_name', 'علی\u200cرضا\u200f'),
  ]
  const others = applicantParts(target).filter(
    (sent) => !/name="(first|last)_name"/.test(String(sent)),
  )
  const { body } = await send(formOf(...others, ...typed, resumePart('a.pdf')))
  expect(body.data).toMatchObject({ first_name: 'Aline awezU', last_name: 'علی\u200cرضا' })
})

test('a HEAD request for a download leaves no file open', async () => {
  const large = resumePart('a.pdf', pdfOf(2_000_000))
  const { body } = await send(form(large))
  const { open } = await countFiles(app)
  for (let asked = 0; asked < 20; asked += 1) {
    const head = await app.request(`/api/admin/applications/${body.data.id}/resume/`, {
      method: 'HEAD',
      token,
    })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '2000000'])
  }
  await expect.poll(async () => (await countFiles(app)).open).toBe(open)
})
