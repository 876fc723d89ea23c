import { afterEach, beforeEach, expect } from 'vitest'
import { createMember } from '#seed/factories/team.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { refreshImageUses } from './uses.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const nameOf = (letter: string) => `${letter.repeat(20)}-64x48-c0ffee`
const show = (id: number, letter: string) =>
  app.services.database
    .updateTable('team_members')
    .set({ profile_picture: `/images/${nameOf(letter)}` })
    .where('id', '=', id)
    .execute()
const usesOf = async (id: number) =>
  (
    await app.services.database
      .selectFrom('image_uses')
      .select('name')
      .where('row_id', '=', String(id))
      .execute()
  ).map(({ name }) => name)
const refresh = () => refreshImageUses(app.services.database)

onPostgres('a refresh that is held up leaves nothing that a later one knows better', async () => {
  const id = await createMember(app.services)
  await show(id, 'a')
  await holdWhile(
    app,
    // The first one has read the row, and waits to store its use.
    (held) =>
      held
        .insertInto('image_uses')
        .values({
          name: nameOf('a'),
          table_name: 'team_members',
          row_id: String(id),
          column_name: 'profile_picture',
        })
        .execute(),
    [
      refresh,
      async () => {
        await show(id, 'b')
        await refresh()
      },
    ],
    'rollback',
  )
  expect(await usesOf(id)).toEqual([nameOf('b')])
})

onPostgres('refreshes at once of many changes wait for each other in one order', async () => {
  const ids = []
  for (let count = 0; count < 40; count += 1) ids.push(await createMember(app.services))
  for (let round = 0; round < 10; round += 1) {
    const letter = 'abcdef'.charAt(round % 6)
    await Promise.all(
      ids.flatMap((id, index) => [show(id, letter), ...(index % 4 === 0 ? [refresh()] : [])]),
    )
    await Promise.all([refresh(), refresh(), refresh()])
    for (const id of ids) expect(await usesOf(id)).toEqual([nameOf(letter)])
  }
})
