import type { Services } from '#platform/http/context.ts'

/** Fills a database without content with the demo. @returns whether it was stored */
export async function seedIfEmpty(services: Services): Promise<boolean> {
  if (await hasContent(services)) return false
  // No other start needs it.
  const { seedDemo } = await import('./demo.ts')
  return seedDemo(services)
}

async function hasContent({ database }: Services) {
  const counts = await Promise.all([
    database.selectFrom('cohorts').select('id').limit(1).executeTakeFirst(),
    database.selectFrom('tech_stacks').select('id').limit(1).executeTakeFirst(),
  ])
  return counts.some((row) => row !== undefined)
}
