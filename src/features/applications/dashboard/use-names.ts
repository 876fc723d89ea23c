import { useEffect, useRef } from 'react'
import type { Application } from '../contract.ts'
import { fullName } from './labels.ts'

/** What applications are called, of all that have been shown so far; others go by their number. */
export function useNames(rows: readonly Application[] | undefined) {
  const names = useRef(new Map<number, string>())
  useEffect(() => {
    for (const row of rows ?? []) names.current.set(row.id, fullName(row))
  }, [rows])
  return (id: number) => names.current.get(id) ?? `Application ${id}`
}
