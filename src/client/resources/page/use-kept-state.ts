import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../listeners.ts'

const keptStates = new WeakMap<QueryClient, Map<string, unknown>>()
const { subscribe, tell } = createListeners()

/**
 * A state that outlasts its page: another page opened from there, and the way back. What a page that was left still
 * changes is shown on the way back, too. It goes with the signed-in user, as their cache does.
 * @param name unique in the dashboard
 * @param initial the same one each time
 */
export function useKeptState<State>(name: string, initial: State) {
  const client = useQueryClient()
  const read = () => (keptStates.get(client)?.get(name) as State | undefined) ?? initial
  const state = useSyncExternalStore(subscribe, read, read)

  function update(change: (now: State) => State) {
    keptStates.set(client, new Map(keptStates.get(client)).set(name, change(read())))
    tell()
  }
  return [state, update] as const
}
