import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const keptStates = new WeakMap<QueryClient, Map<string, unknown>>()

/**
 * A state that outlasts its page: another page opened from there, and the way back. It goes with the signed-in user, as
 * their cache does.
 * @param name unique in the dashboard
 */
export function useKeptState<State>(name: string, initial: State) {
  const client = useQueryClient()
  const read = () => (keptStates.get(client)?.get(name) as State | undefined) ?? initial
  const [state, setState] = useState(read)

  function update(change: (now: State) => State) {
    const next = change(read())
    keptStates.set(client, new Map(keptStates.get(client)).set(name, next))
    setState(next)
  }
  return [state, update] as const
}
