import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

const counts = new WeakMap<object, number>()
const { subscribe, tell } = createListeners()

const countOf = (form: object) => counts.get(form) ?? 0

function add(form: object, more: number) {
  counts.set(form, countOf(form) + more)
  tell()
}

/**
 * Notes that a file is on its way for a form.
 * @param form its `control`, or what else stands for it
 * @returns notes that it is no more
 */
export function beginUpload(form: object) {
  add(form, 1)
  return () => add(form, -1)
}

/** Whether a file is on its way for the form, which would be lost with it. */
export const useHasUpload = (form: object) =>
  useSyncExternalStore(
    subscribe,
    () => countOf(form) > 0,
    () => false,
  )
