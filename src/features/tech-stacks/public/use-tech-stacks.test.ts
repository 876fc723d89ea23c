import { expect, test } from 'vitest'
import { builtInTechStacks } from '../built-in.ts'
import type { TechStack } from '../contract.ts'
import { enriched } from './use-tech-stacks.ts'

const bare = (id: string, changes: Partial<TechStack> = {}): TechStack => ({
  id,
  name: id,
  short_description: '',
  icon: '',
  description: '',
  prerequisites: [],
  references: [],
  ...changes,
})

test('the built-in tech stacks have the ids that applications use', () => {
  expect(builtInTechStacks.map(({ id, name }) => [id, name])).toEqual([
    ['python-backend', 'Python Backend Development'],
    ['node-js-backend', 'Node.js Backend Development'],
    ['react-js', 'React Development'],
    ['ux-ui-design', 'UX/UI Design'],
  ])
})

test('missing fields are filled by position', () => {
  const [first, second] = enriched([bare('one'), bare('two', { icon: 'react' })])
  expect(first?.prerequisites).toEqual(builtInTechStacks[0]?.prerequisites)
  expect(first?.icon).toBe('python')
  expect(second?.icon).toBe('react')
  expect(second?.references).toEqual(builtInTechStacks[1]?.references)
})

test('existing fields are kept, and a fifth tech stack stays as it is', () => {
  const stacks = enriched(
    ['a', 'b', 'c', 'd', 'e'].map((id) => bare(id, { references: [`${id}.org`] })),
  )
  expect(stacks.map(({ references }) => references[0])).toEqual([
    'a.org',
    'b.org',
    'c.org',
    'd.org',
    'e.org',
  ])
  expect(stacks[4]).toEqual(bare('e', { references: ['e.org'] }))
})

test('a tech stack without optional fields is filled as well', () => {
  const sparse = { id: 'go', name: 'Go' } as TechStack
  expect(enriched([sparse])[0]?.references).toEqual(builtInTechStacks[0]?.references)
})
