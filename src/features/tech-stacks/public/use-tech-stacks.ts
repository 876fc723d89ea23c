import { useCallback, useEffect, useState } from 'react'
import { builtInTechStacks } from '../built-in.ts'
import type { TechStack } from '../contract.ts'

/** All tech stacks, or null while they load. Falls back to the built-in four if the request fails. */
export function useTechStacks() {
  const [techStacks, setTechStacks] = useState<readonly TechStack[] | null>(null)

  const load = useCallback(async () => {
    try {
      const { api } = await import('#client/api/client.ts')
      const { results } = await api.techStacks.list({ page_size: 1000 })
      setTechStacks(enriched(results))
    } catch (error) {
      console.error('Tech stacks could not be loaded', error)
      setTechStacks((now) => now ?? builtInTechStacks)
    }
  }, [])

  useEffect(() => {
    void load()
  }, [load])

  return { techStacks, reload: load }
}

/** Fills missing icons, prerequisites and references from the built-in list, by position. */
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
