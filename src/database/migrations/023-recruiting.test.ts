import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { unsealIdentification } from '#testing/sealing.ts'
import { fillKeys } from './023-recruiting.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('applications from before get the keys that new ones get', async () => {
  const { database } = app.services
  const parents = await createCohortAndStack(app)
  for (const [phone_number, identification] of [
    ['+250 (788) 123-456', '1 1999 8 0012345 6 78'],
    ['00250.788.123.456', 'pc-12.34/56'],
    ['0788/123/456', 'AB12345'],
    ['250788123456 ext. 5', 'AB-12'],
    ['tel:+250788123456', 'ab1234'],
    ['+254 712 345 678', 'AB12'],
    ['0000788', '12345'],
    ['788', '-----'],
    ['000', '.....'],
  ] as const) {
    const id = await createApplication(app.services, parents, { phone_number, identification })
    await unsealIdentification(app, id)
  }
  const keys = () =>
    database
      .selectFrom('applications')
      .select(['phone_number', 'phone_key', 'identification_key'])
      .orderBy('id')
      .execute()
  const made = await keys()
  await database
    .updateTable('applications')
    .set({ phone_key: '', identification_key: '' })
    .execute()
  await fillKeys(database as never)
  expect(await keys()).toEqual(made)
})
