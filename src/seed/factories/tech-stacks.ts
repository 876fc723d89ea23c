import type { TechStack } from '#features/tech-stacks/contract.ts'
import { insertTechStack } from '#features/tech-stacks/server/queries.ts'
import type { Services } from '#platform/http/context.ts'

/** Stores a tech stack. @returns its id */
export async function createTechStack(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<TechStack> = {},
) {
  const stack = {
    id: 'python-backend',
    name: 'Python Backend Development',
    short_description: 'Services and data with Python',
    icon: 'python',
    description: 'Build the part of a product that nobody sees and everybody needs.',
    prerequisites: ['Basic programming'],
    references: ['The Python tutorial'],
    ...overrides,
  }
  await insertTechStack(database, stack, now().toISOString())
  return stack.id
}
