import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('testimonials from before they had places stay in the order that visitors saw', async () => {
  const before = await startBeforeMigration('021-testimonial-places')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database, migrate } = before
  for (const [name, day] of [
    ['Second', '2026-03-02'],
    ['Third', '2026-03-01'],
    ['First', '2026-03-02'],
  ]) {
    const at = `${day}T08:00:00.000Z`
    await sql`
      insert into testimonials (
        profile_picture, full_name, title, description, status, search_text, created_at, updated_at
      ) values ('', ${name}, '', '', 'APPROVED', '', ${at}, ${at})
    `.execute(database)
  }
  await migrate()
  await createTestimonial({ database, now: () => new Date() }, { full_name: 'New' })
  const rows = await database
    .selectFrom('testimonials')
    .select('full_name')
    .orderBy('place')
    .execute()
  expect(rows.map(({ full_name }) => full_name)).toEqual(['New', 'First', 'Second', 'Third'])
})
