import type { MouseEvent } from 'react'

/**
 * Listens to clicks but for the second of a double click: by then something else may stand under the pointer, such as
 * the next step's choices.
 */
export const ignoreDoubleClick = (act: (() => void) | undefined) => (event: MouseEvent) => {
  if (event.detail < 2) act?.()
}
