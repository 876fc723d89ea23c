import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { readOptions } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'

const list = readOptions('techStacks.list', { page_size: 1000 })

/**
 * Reorders tech stacks. The screen updates at once; the server gets one move after another. If it rejects a move, the
 * server's order is shown again.
 */
export function useOrder() {
  const client = useQueryClient()
  const last = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)

  async function send(ids: string[]) {
    try {
      await api.techStacks.reorder({ ids })
    } catch (error) {
      notify({
        type: 'error',
        message: `The order was not changed. ${parseApiError(error).detail}`,
      })
    }
    waiting.current -= 1
    if (waiting.current === 0)
      await client.invalidateQueries({ queryKey: list.queryKey.slice(0, 1) })
  }

  return function move(id: string, step: 1 | -1) {
    const page = client.getQueryData(list.queryKey)
    const from = page?.results.findIndex((stack) => stack.id === id) ?? -1
    const stack = page?.results[from]
    if (!page || !stack) return
    const results = page.results.toSpliced(from, 1).toSpliced(from + step, 0, stack)
    client.cancelQueries({ queryKey: list.queryKey })
    client.setQueryData(list.queryKey, { ...page, results })
    waiting.current += 1
    last.current = last.current.then(() => send(results.map((moved) => moved.id)))
  }
}
