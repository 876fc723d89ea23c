import { useRef, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { useWrite } from '#client/api/queries.ts'
import { beginChange } from '#client/resources/undo/begin-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { notify } from '#ui/feedback/notify.ts'
import { statusAdjective } from '#ui/status-badge.tsx'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import type { ApplicationDetail } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { applicationStatusLooks, useApplicationStatus } from './application-status.ts'
import { useUnsavedNotes } from './unsaved-notes.ts'

/** Why something on an applicant could not be sent. */
export type ReviewProblem = { id: number; text: string }

/** Sends decisions and notes on the applicant shown, and keeps what could not be sent. */
export function useReviewDecisions(
  id: number,
  data: ApplicationDetail | undefined,
  show: ShowChange,
  goNext?: () => void,
) {
  const notes = useUnsavedNotes()
  const [problems, setProblems] = useState<readonly ReviewProblem[]>([])
  const isUnmounted = useIsUnmounted()
  const { changeShown } = useApplicationStatus(show)
  const addNote = useWrite('applicationNotes.add')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const noteText = notes.textOf(id)
  const note = noteText.trim()

  /** Sends what was decided with the note, which goes back into the field where it could not be sent. */
  async function send(application: ApplicationDetail, work: () => Promise<unknown>) {
    const settle = notes.begin(application.id, note)
    setProblems((now) => now.filter((problem) => problem.id !== application.id))
    try {
      await work()
      settle()
    } catch (reason) {
      settle(note)
      const { detail } = parseApiError(reason)
      const message = `${fullName(application)} ${notDone(reason, 'was not')} changed. ${detail}`
      if (isUnmounted.current) notify({ type: 'error', message })
      else setProblems((now) => [...now, { id: application.id, text: message }])
    }
  }

  function decide(status: ApplicationStatus) {
    if (!data) return
    // Nothing is decided by what they are already. Nor is the change before offered as if it were this one.
    if (data.status !== status) void send(data, () => changeShown(data, status, note))
    else if (note) saveNote()
    else {
      const is = statusAdjective(applicationStatusLooks[status])
      show({ text: `${fullName(data)} is ${is} already.` })
    }
    // The next applicant is shown while this decision is on its way.
    goNext?.()
  }

  function saveNote() {
    if (!data || note === '') return
    const end = beginChange(show, `Saving the note on ${fullName(data)}…`)
    void send(data, async () => {
      try {
        await addNote.mutateAsync({ id, text: note })
        end({ text: `The note on ${fullName(data)} is saved.` })
      } catch (reason) {
        end()
        throw reason
      }
    })
  }

  const setNoteText = (text: string) => notes.change(id, () => text)
  return { noteText, setNoteText, noteField, problems, decide, saveNote }
}
