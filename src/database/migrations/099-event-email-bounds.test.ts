import { expect, onTestFinished, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('emails about an event that were due before go to who is registered by now', async () => {
  const before = await startBeforeMigration('099-event-email-bounds')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const services = { database, now: () => new Date('2026-03-02T08:00:00.000Z') }
  const [due, other] = [await createEvent(services), await createEvent(services)]
  const registrations = await createRegistrations(services, due, [{}, {}])
  await createRegistrations(services, other, [{}])
  await database.updateTable('events').set({ emails_after: 0 }).where('id', '=', due).execute()
  await before.migrate()
  const events = database.selectFrom('events').select('emails_until').orderBy('id')
  expect(await events.execute()).toEqual([
    { emails_until: registrations.at(-1) },
    { emails_until: null },
  ])
})
