import { notify } from '#ui/feedback/notify.ts'
import { parseApiError } from '../api/errors.ts'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  useWrite,
} from '../api/queries.ts'

type Told = Parameters<typeof notify>[0]

/** A write at one press, without a dialog: what came of it is told in a notification. */
export function useNotifiedWrite<Name extends ProcedureName>(name: Name) {
  const write = useWrite(name)
  return async (
    input: ProcedureInput<Name>,
    messageOf: (output: ProcedureOutput<Name>) => string | Told,
  ) => {
    try {
      const message = messageOf(await write.mutateAsync(input))
      notify(typeof message === 'string' ? { type: 'success', message } : message)
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    }
  }
}
