import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'

test.each(['/api', 'http://127.0.0.1:9/calls'])(
  'without JavaScript, a certificate comes from the API at %s',
  async (apiRoot) => {
    const app = await startTestApp({ API_ROOT: apiRoot })
    onTestFinished(() => app[Symbol.asyncDispose]())
    const pages = await startTestPages(app.services)
    const response = await pages.request('/certificate?email=aline@example.rw')
    expect(await response.text()).toContain(
      `href="${apiRoot}/students/certificate/?email=aline%40example.rw"`,
    )
  },
)

test('a browser may show the page of a certificate again on Back, and nobody else keeps it', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const pages = await startTestPages(app.services)
  const { headers } = await pages.request('/certificate?email=aline@example.rw')
  expect(headers.get('cache-control')).toBe('private, no-cache')
})
