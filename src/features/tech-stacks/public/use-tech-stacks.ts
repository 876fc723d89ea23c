import { useCallback, useEffect, useState } from 'react'
import { builtInTechStacks } from '../built-in.ts'
import type { TechStack } from '../contract.ts'
import { enriched } from './enrich.ts'

/** All tech stacks, or null while they load. The built-in four stand in when the fetch fails. */
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
