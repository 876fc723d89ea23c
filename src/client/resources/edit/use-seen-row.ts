import { useState } from 'react'
import { parseApiError } from '../../api/errors.ts'

/**
 * Keeps the row of a dialog as the user saw it when the dialog opened. The page behind goes on showing what colleagues
 * change; a decision that names their change as the version that was seen would overwrite it without a word. So the
 * row is another one only after a call was refused, with the reason that the dialog then shows.
 * @param readAgain reads the row where the refusal doesn't carry it
 * @returns `send` passes on the outcome of a call that names the version of `seen`
 */
export function useSeenRow<Row>(row: Row, readAgain?: () => Promise<Row>) {
  const [seen, setSeen] = useState(row)

  async function send<Outcome>(call: Promise<Outcome>) {
    try {
      return await call
    } catch (error) {
      const { status, current } = parseApiError(error)
      if (current) setSeen(current as Row)
      // Where it can't be read, the next try is refused again.
      else if (status === 409) await readAgain?.().then(setSeen, () => {})
      throw error
    }
  }
  return { seen, send }
}
