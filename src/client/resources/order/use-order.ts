import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RowId } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import { parseApiError } from '../../api/errors.ts'
import { notDone } from '../../api/outcome.ts'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  readOptions,
  useRead,
} from '../../api/queries.ts'

type Page = { results: { id: RowId }[] }
export type OrderedRow<Name extends ProcedureName> =
  ProcedureOutput<Name> extends { results: (infer Row extends { id: RowId })[] } ? Row : never

/** A list whose rows have an order. */
export type Ordered<Name extends ProcedureName> = {
  list: Name
  input: ProcedureInput<Name>
  /** Sends the ids in their new order. */
  reorder: (ids: OrderedRow<Name>['id'][]) => Promise<unknown>
}

/**
 * Reads a list and reorders it. The screen updates at once; the server gets one move after another. If it rejects a
 * move, the server's order is shown again. The list is not read before the last move is answered: it would lack those
 * that wait.
 */
export function useOrder<Name extends ProcedureName>({ list, input, reorder }: Ordered<Name>) {
  const client = useQueryClient()
  const { queryKey } = readOptions(list, input)
  const [isMoving, setIsMoving] = useState(false)
  const { data, error, refetch } = useRead(list, input, { enabled: !isMoving })
  const last = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)

  async function send(ids: OrderedRow<Name>['id'][]) {
    try {
      await reorder(ids)
    } catch (reason) {
      const { detail } = parseApiError(reason)
      const message = `The order ${notDone(reason, 'was not')} changed. ${detail}`
      notify({ type: 'error', message })
    }
    waiting.current -= 1
    if (waiting.current > 0) return
    setIsMoving(false)
    await client.invalidateQueries({ queryKey: queryKey.slice(0, 1) })
  }

  return {
    rows: (data as Page | undefined)?.results as OrderedRow<Name>[] | undefined,
    error,
    refetch,
    /** @param place from 0, among the others */
    moveTo(id: RowId, place: number) {
      const page = client.getQueryData<Page>(queryKey)
      const row = page?.results.find((one) => one.id === id)
      if (!page || !row) return
      const results = page.results.filter((one) => one !== row).toSpliced(place, 0, row)
      client.cancelQueries({ queryKey })
      client.setQueryData<Page>(queryKey, { ...page, results })
      waiting.current += 1
      setIsMoving(true)
      last.current = last.current.then(() => send(results.map((moved) => moved.id)))
    },
  }
}
