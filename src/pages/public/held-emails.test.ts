import { expect, onTestFinished, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'

/** The page at a path, with a mail server or without. */
async function read({ services }: TestApp, path: string, smtpUrl?: string) {
  const config = { ...services.config, smtpUrl }
  const pages = await startTestPages({ ...services, config })
  return (await pages.request(path)).text()
}

const smtpUrl = 'smtp://127.0.0.1:1'

test.each([
  ['/my-data?sent=yes', 'we have written to this address'],
  ['/register?registered=yes', 'we write to you to confirm it'],
])('%s promises an email only where a mail server is set up', async (path, promise) => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  expect(await read(app, path, smtpUrl)).toContain(promise)
  const held = await read(app, path)
  expect(held).toContain('Our emails are held up at the moment')
  expect(held).not.toContain(promise)
})

test('a guest is told to write to us if no email comes, and only where one is sent', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const path = `/events/${await createEvent(app.services)}?registered=yes`
  expect(await read(app, path, smtpUrl)).toContain('write to us, and we send it to you')
  expect(await read(app, path)).not.toContain('If no email comes')
})
