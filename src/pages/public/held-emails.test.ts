import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'

test.each([
  ['/my-data?sent=yes', 'we have written to this address'],
  ['/register?registered=yes', 'we write to you to confirm it'],
])('%s promises an email only where a mail server is set up', async (path, promise) => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { config } = app.services
  const read = async (smtpUrl?: string) => {
    const pages = await startTestPages({ ...app.services, config: { ...config, smtpUrl } })
    return (await pages.request(path)).text()
  }
  expect(await read('smtp://127.0.0.1:1')).toContain(promise)
  const held = await read()
  expect(held).toContain('Our emails are held up at the moment')
  expect(held).not.toContain(promise)
})
