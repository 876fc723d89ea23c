import type { MouseEvent } from 'react'

/**
 * Ignores the second click of a double click: by then another element may be under the pointer, such as an option of
 * the next step.
 */
export const ignoreDoubleClick = (act: (() => void) | undefined) => (event: MouseEvent) => {
  if (event.detail < 2) act?.()
}
