import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { undoneNote } from '#shared/audit-actions.ts'
import { notify } from '#ui/feedback/notify.ts'
import { type StatusLooks, statusAdjective } from '#ui/status-badge.tsx'
import { parseApiError } from '../../api/errors.ts'
import { notDone } from '../../api/outcome.ts'
import type { UndoableChange } from '../undo/undo-strip.tsx'

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
  show: (change: UndoableChange) => void
}

/** Changes a status by one press, and offers to undo it. */
export function useStatusChange<Row extends { status: Status }, Status extends string>(
  options: StatusChange<Row, Status>,
) {
  const client = useQueryClient()
  const { looks, rowName, send, show } = options
  const changes = useRef({ begun: 0, shown: 0, notices: [] as string[] }).current

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
  async function changeShown(row: Row, status: Status, notes: string, sendEmail = true) {
    const name = rowName(row)
    const [from, to] = [looks[row.status], looks[status]]
    changes.begun += 1
    const place = changes.begun
    const changed = await change(row, status, { notes, sendEmail, isUndo: false })
    const ofThis = (changed.notices ?? []).map((notice) => `${name}: ${notice}`)
    // Of two that were under way at once, the later one is the last change, whichever was answered last.
    if (place < changes.shown) {
      keepShown(ofThis)
      return changed
    }
    // The strip that tells of them is replaced.
    keepShown(changes.notices)
    changes.shown = place
    changes.notices = ofThis
    show({
      text: [`${name}: ${from.label} → ${to.label}`, ...restOf(changed)].join('. '),
      also: changed.also,
      async undo() {
        const how = { notes: undoneNote, sendEmail: true, isUndo: true }
        const undone = await change(changed, row.status, how)
        return [`${name} is ${statusAdjective(from)} again.`, ...restOf(undone)].join(' ')
      },
    })
    return changed
  }

  return {
    /** The same as a promise that fails, for a form that shows the error. */
    changeShown,
    /** @returns the row as it is then; null where it could not be changed */
    async changeStatus(row: Row, status: Status) {
      try {
        return await changeShown(row, status, '')
      } catch (error) {
        const { detail } = parseApiError(error)
        const text = `${rowName(row)} ${notDone(error, 'was not')} changed. ${detail}`
        show({ text, isFailure: true })
        return null
      }
    },
  }
}

const restOf = ({ notices = [], told }: ToKnow) => (told ? [...notices, told] : notices)

/** Shows them until they are closed. */
function keepShown(notices: readonly string[]) {
  for (const message of notices) notify({ type: 'info', message, durationMs: Infinity })
}
