import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Verification } from '#features/certificates/verify-contract.ts'
import { startTestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'

const certificate: Verification = {
  status: 'VALID',
  number: 'HUZA-2026-0001',
  version: 1,
  code: 'ABCD-EFGH-JKLM',
  latest_code: 'ABCD-EFGH-JKLM',
  full_name: 'Aline Uwase',
  course: 'Web Development',
  cohort: 'Kigali 12',
  start: '2026-01-05',
  end: '2026-03-27',
  issued_on: '2026-04-01',
  corrected_on: null,
  replaced_on: null,
  revoked_on: null,
  checked_at: '2026-05-01T08:00:00.000Z',
  url: 'http://localhost/verify/ABCD-EFGH-JKLM',
}
const ownData = { email: 'aline@example.rw', stored: [], reasons: [], is_used: false }

/** Serves some answers by the part of the path that names them, as the API of another server. */
async function startOtherApi(answers: Record<string, object>) {
  const server = createServer(({ url = '' }, response) => {
    const [, answer] = Object.entries(answers).find(([part]) => url.includes(part)) ?? []
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { detail: 'Not found.' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`
}

test.each([
  ['/verify/ABCD-EFGH-JKLM', '/website/certificates/ABCD-EFGH-JKLM/credential/'],
  ['/my-data/link?token=1.a', '/website/personal-data/download/?token=1.a'],
])('what is downloaded at %s comes from the API that the page is of', async (path, download) => {
  const apiRoot = await startOtherApi({ 'certificates/': certificate, 'personal-data/': ownData })
  const app = await startTestApp({ API_ROOT: apiRoot })
  onTestFinished(() => app[Symbol.asyncDispose]())
  const pages = await startTestPages(app.services)
  const response = await pages.request(path)
  expect(await response.text()).toContain(`href="${apiRoot}${download}"`)
})
