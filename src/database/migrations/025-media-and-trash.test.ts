import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { refreshImageUses } from '#features/images/server/uses.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('pictures from before get the name and the weight of their file, and their uses are found', async () => {
  const migrating = await startBeforeMigration('025-media-and-trash')
  onTestFinished(() => migrating[Symbol.asyncDispose]())
  const { database } = migrating
  const at = '2026-05-01T08:00:00.000Z'
  const name = `${'a'.repeat(20)}-64x48-c0ffee`
  await sql`insert into images (name, source, wanted_at, created_at)
    values (${name}, 's', ${at}, ${at})`.execute(database)
  for (const [id, variant, size] of [
    [1, '64.avif', 500],
    [2, '64.webp', 900],
    [3, 'preview.jpg', 700],
  ] as const) {
    await sql`insert into files (key, name, type, size_bytes, sha256, created_at)
      values (${variant}, 'Hills.png', 'image/x', ${size}, 'x', ${at})`.execute(database)
    await sql`insert into image_files (image_id, variant, file_id)
      values (1, ${variant}, ${id})`.execute(database)
  }
  await sql`insert into team_members (profile_picture, full_name, job_title, linkedin_link, role,
      department, place, search_text, created_at, updated_at)
    values (${`/images/${name}`}, 'Grace', 'Mentor', '', '', '', 1, 'grace', ${at}, ${at})`.execute(
    database,
  )
  await migrating.migrate()
  const image = await database.selectFrom('images').selectAll().executeTakeFirstOrThrow()
  expect(image).toMatchObject({
    file_name: 'Hills.png',
    search_text: 'hills.png',
    size_bytes: 500,
    alt: '',
    updated_at: at,
    by_name: '',
  })
  await refreshImageUses(database)
  const use = { name, table_name: 'team_members', row_id: '1', column_name: 'profile_picture' }
  expect(await database.selectFrom('image_uses').selectAll().execute()).toEqual([use])
})
