import { useQueryClient } from '@tanstack/react-query'
import { undoneNote } from '#shared/audit-actions.ts'
import { type StatusLooks, statusAdjective } from '#ui/status-badge.tsx'
import { parseApiError } from '../../api/errors.ts'
import { notDone } from '../../api/outcome.ts'
import { beginChange } from '../undo/begin-change.ts'
import type { ShowChange, UndoableChange } from '../undo/undo-strip.tsx'

type ToKnow = {
  /** What somebody may have to do something about. */
  notices?: string[]
  /** What happens by itself, such as an email. */
  told?: string
  also?: UndoableChange['also']
}

type How = {
  notes: string
  sendEmail: boolean
  /** Whether it takes the change before back. */
  isUndo: boolean
}

type StatusChange<Row, Status extends string> = {
  looks: StatusLooks<Status>
  rowName: (row: Row) => string
  /** Changes the status, unless the row has changed since the user saw it. @returns the row as it is now */
  send: (row: Row, status: Status, how: How) => Promise<Row & ToKnow>
  /** Shows the change, or why there is none. */
  show: ShowChange
}

/** Changes a status by one press, and offers to undo it. */
export function useStatusChange<Row extends { status: Status }, Status extends string>(
  options: StatusChange<Row, Status>,
) {
  const client = useQueryClient()
  const { looks, rowName, send, show } = options

  /** Sends a change. Where somebody else was faster, what they did is loaded. */
  async function change(row: Row, status: Status, how: How) {
    try {
      return await send(row, status, how)
    } catch (error) {
      if (parseApiError(error).status === 409) client.invalidateQueries()
      throw error
    }
  }

  /** Changes a status, and shows it. @returns the row as it is then @throws where it could not be changed */
  async function changeShown(
    row: Row,
    status: Status,
    notes: string,
    sendEmail = true,
    failureOf?: (error: unknown) => UndoableChange,
  ) {
    const name = rowName(row)
    const [from, to] = [looks[row.status], looks[status]]
    const end = beginChange(show, `Changing ${name} to ${to.label}…`)
    try {
      const changed = await change(row, status, { notes, sendEmail, isUndo: false })
      end({
        text: [`${name}: ${from.label} → ${to.label}`, ...restOf(changed)].join('. '),
        notices: changed.notices?.map((notice) => `${name}: ${notice}`),
        also: changed.also,
        async undo() {
          const how = { notes: undoneNote, sendEmail: true, isUndo: true }
          const undone = await change(changed, row.status, how)
          return [`${name} is ${statusAdjective(from)} again.`, ...restOf(undone)].join(' ')
        },
      })
      return changed
    } catch (error) {
      // The change before it is not offered again: whoever still means to undo this one would undo that.
      end(failureOf?.(error))
      throw error
    }
  }

  return {
    /** The same as a promise that fails, for a form that shows the error. */
    changeShown,
    /** @returns the row as it is then; null where it could not be changed */
    changeStatus: (row: Row, status: Status) =>
      changeShown(row, status, '', true, (error) => {
        const { detail } = parseApiError(error)
        const text = `${rowName(row)} ${notDone(error, 'was not')} changed. ${detail}`
        return { text, isFailure: true }
      }).catch(() => null),
  }
}

const restOf = ({ notices = [], told }: ToKnow) => (told ? [...notices, told] : notices)
