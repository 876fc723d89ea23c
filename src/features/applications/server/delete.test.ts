import { expect, onTestFinished, test } from 'vitest'
import { createInterview, createSlot } from '#seed/factories/interviews.ts'
import { startTestApp } from '#testing/app.ts'
import { prepareInterviews } from '#testing/interviews.ts'

test('who deletes an application is told to call an applicant who gets no more emails today', async () => {
  const app = await startTestApp({ SITE_URL: 'https://huza.example' })
  onTestFinished(() => app[Symbol.asyncDispose]())
  const panel = await prepareInterviews(app)
  const slot = await createSlot(app.services, { cohort: panel.cohort })
  const id = await panel.shortlisted()
  await createInterview(app.services, id, { slot })
  for (let turn = 0; turn < 5; turn += 1) {
    await panel.staff('POST', `interviews/${id}/unbook/`)
    await panel.staff('POST', `interviews/${id}/book/`, { slot })
  }
  const { status, body } = await panel.staff('DELETE', `applications/${id}/`)
  expect([status, body]).toEqual([
    200,
    {
      notices: [
        expect.stringMatching(/^Aline .* Please call them: their interview is cancelled\.$/),
      ],
    },
  ])
  expect(await panel.bookings()).toEqual([])
})
