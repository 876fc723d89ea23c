import { builtInTechStacks } from '../built-in.ts'
import type { TechStack } from '../contract.ts'

/** Fills the icon, prerequisites and references that a server's stack lacks from the built-in list, by position. */
export const enriched = (stacks: readonly TechStack[]): TechStack[] =>
  stacks.map((stack, position) => {
    const builtIn = builtInTechStacks[position]
    return {
      ...stack,
      icon: stack.icon || builtIn?.icon || '',
      prerequisites: filled(stack.prerequisites) ?? builtIn?.prerequisites ?? [],
      references: filled(stack.references) ?? builtIn?.references ?? [],
    }
  })

const filled = (lines: string[] | undefined) => (lines?.length ? lines : undefined)
