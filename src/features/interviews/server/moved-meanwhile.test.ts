import { afterEach, beforeEach, expect } from 'vitest'
import { lockRow } from '#database/lock-row.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { prepareInterviews } from '#testing/interviews.ts'
import { holdWhile } from '#testing/lock-waits.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const detail = 'This application was moved to another cohort just now. Please try again.'

/** Does something that waits for the cohort of an application, which is moved to another one before it is let on. */
async function whileMoved<Result>(id: number, work: () => Promise<Result>) {
  const cohort_id = await panel.otherCohort()
  const [result] = await holdWhile(
    app,
    async (held) => {
      await lockRow(held, 'cohorts', panel.cohort)
      await held.updateTable('applications').set({ cohort_id }).where('id', '=', id).execute()
    },
    [work],
  )
  return result
}

const invite = (id: number) => panel.staff('POST', 'interviews/invite/', { application_ids: [id] })

onPostgres('nobody is invited who is moved to another cohort just then', async () => {
  const id = await panel.shortlisted()
  const { body } = await whileMoved(id, () => invite(id))
  expect(body).toMatchObject({ succeeded: [], failed: [{ id, detail }] })
  expect([await panel.bookings(), await panel.emails()]).toEqual([[], []])
})

onPostgres('nobody is reminded who is moved to another cohort just then', async () => {
  await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const id = await panel.shortlisted()
  await invite(id)
  app.advanceS(86_400)
  const remind = () => panel.staff('POST', 'interviews/remind/', { application_ids: [id] })
  const { body } = await whileMoved(id, remind)
  expect(body).toMatchObject({ succeeded: [], failed: [{ id, detail }] })
  expect(await panel.emails()).toHaveLength(1)
})

onPostgres('no invitation of who is moved to another cohort just then is taken back', async () => {
  const id = await panel.shortlisted()
  const { batch } = (await invite(id)).body
  const progress = await whileMoved(id, () => panel.undo(batch))
  expect(progress).toMatchObject({ succeeded: 0, failed: [{ id, detail }] })
  expect(await panel.bookings()).toHaveLength(1)
})

onPostgres('nothing is noted of who is moved to another cohort just then', async () => {
  const id = await panel.shortlisted()
  await invite(id)
  const note = () => panel.staff('PATCH', `interviews/${id}/`, { note: 'On time' })
  expect(await whileMoved(id, note)).toMatchObject({ status: 409, body: { detail } })
})
