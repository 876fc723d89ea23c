import { expect, onTestFinished } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { onPostgres } from '#testing/engines.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { findDataKeyIds, unregisterDataKey } from './data-keys.ts'

onPostgres('who takes a key away lets those go on who write, and comes after them', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database, dataKeys } = app.services
  const parents = await createCohortAndStack(app)
  const [one, two] = [
    await createApplication(app.services, parents, { email: 'one@example.rw' }),
    await createApplication(app.services, parents, { email: 'two@example.rw' }),
  ]
  const write = (by: typeof database, id: number) =>
    by.updateTable('applications').set({ description: 'x' }).where('id', '=', id).execute()
  // As who deletes: first the trash, then the application.
  const deleting = await database.startTransaction().execute()
  onTestFinished(async () => {
    if (!deleting.isCommitted) await deleting.rollback().execute()
  })
  const entry = { kind: 'application', row_id: String(one), title: '', by_name: '' }
  await deleting
    .insertInto('trash')
    .values({
      ...entry,
      by_user_id: 0,
      search_text: '',
      snapshot: '{}',
      dependents: 0,
      created_at: app.services.now().toISOString(),
    })
    .execute()
  const removal = unregisterDataKey(database, dataKeys()[0].id, async () => {})
  await expect.poll(() => countLockWaits(database)).toBe(1)
  await write(deleting, one)
  // Nobody waits for the one who waits.
  await write(database, two)
  await deleting.commit().execute()
  await removal
  expect(await findDataKeyIds(database)).toEqual([])
})
