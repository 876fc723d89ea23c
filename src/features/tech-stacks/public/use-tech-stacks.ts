import { useCallback, useEffect, useState } from 'react'
import type { ApiClient } from '#client/api/client.ts'
import { builtInTechStacks } from '../built-in.ts'
import type { TechStack } from '../contract.ts'

const listTechStacks = async (api: ApiClient) =>
  enriched((await api.techStacks.list({ page_size: 1000 })).results)

/** Loads all tech stacks for a page. Falls back to the built-in four if the request fails. */
export async function loadTechStacks(api: ApiClient): Promise<readonly TechStack[]> {
  try {
    return await listTechStacks(api)
  } catch (error) {
    console.error('Tech stacks could not be loaded', error)
    return builtInTechStacks
  }
}

/**
 * All tech stacks, or null while they load. If the server sent none, the browser loads them, and falls back to the
 * built-in four if the request fails.
 */
export function useTechStacks(first: readonly TechStack[] | null) {
  const [techStacks, setTechStacks] = useState(first)

  const load = useCallback(async () => {
    try {
      const { api } = await import('#client/api/client.ts')
      setTechStacks(await listTechStacks(api))
    } catch (error) {
      console.error('Tech stacks could not be loaded', error)
      setTechStacks((now) => now ?? builtInTechStacks)
    }
  }, [])

  const isMissing = first === null
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])

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
