import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'

let app: TestApp
let pages: Awaited<ReturnType<typeof startTestPages>>
beforeEach(async () => {
  app = await startTestApp({ FORM_SECONDS_MIN: '0', LOG_LEVEL: 'silent' })
  pages = await startTestPages(app.services)
})
afterEach(() => {
  vi.restoreAllMocks()
  return app[Symbol.asyncDispose]()
})

const fields = {
  full_name: 'Katharina Vogel',
  title: 'Chief of everything',
  email: 'katharina@example.com',
  phone: '+49 30 1234567',
  subject: 'Two backend developers',
}

test.each([
  ['/contact', 'message', 5000],
  ['/testimonial', 'description', 1000],
])(
  'a text at %s that is too long is refused as a whole, and kept',
  async (path, name, lengthMax) => {
    const form = await (await pages.request(path)).text()
    const area = new RegExp(`<textarea[^>]*name="${name}"[^>]*>`).exec(form)?.[0]
    // A browser that knows the limit cuts what is pasted, and says nothing.
    expect(area).toBeDefined()
    expect(area?.toLowerCase()).not.toContain('maxlength')

    const text = 'x'.repeat(lengthMax + 1)
    const body = new URLSearchParams({ ...fields, [name]: text })
    const refused = await pages.request(path, { method: 'POST', body })
    const html = await refused.text()
    expect(refused.status).toBe(400)
    expect(html).toContain(`At most ${lengthMax} characters`)
    expect(html).toContain(`${text}</textarea>`)
  },
)
