import { notify } from '#ui/feedback/notify.ts'
import { parseApiError } from './errors.ts'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  useWrite,
} from './queries.ts'

type Notice = Parameters<typeof notify>[0]

/** A write without a dialog. A notification shows its result, unless `messageOf` gives none. */
export function useNotifiedWrite<Name extends ProcedureName>(name: Name) {
  const write = useWrite(name)
  return async (
    input: ProcedureInput<Name>,
    messageOf: (output: ProcedureOutput<Name>) => string | Notice | undefined,
  ) => {
    try {
      const message = messageOf(await write.mutateAsync(input))
      if (message) notify(typeof message === 'string' ? { type: 'success', message } : message)
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).message })
    }
  }
}
