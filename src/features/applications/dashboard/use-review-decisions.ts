import { useRef, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { useWrite } from '#client/api/queries.ts'
import { typedOn } from '#client/resources/edit/use-note.ts'
import { beginChange } from '#client/resources/undo/begin-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { useIsLeft } from '#client/resources/use-is-left.ts'
import { fullName } from '#shared/full-name.ts'
import { notify } from '#ui/feedback/notify.ts'
import type { ApplicationDetail } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { useUnsavedNotes } from './application-notes.tsx'
import { useApplicationStatus } from './application-status.ts'

/** Why something on an applicant could not be sent. */
export type ReviewProblem = { id: number; text: string }

/** Sends decisions and notes on the applicant shown, and keeps what could not be sent. */
export function useReviewDecisions(
  id: number,
  data: ApplicationDetail | undefined,
  show: ShowChange,
  goNext?: () => void,
) {
  const notes = useNotes()
  const [problems, setProblems] = useState<readonly ReviewProblem[]>([])
  const isLeft = useIsLeft()
  const { changeShown } = useApplicationStatus(show)
  const addNote = useWrite('applicationNotes.add')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const noteText = notes.typedOf(id)
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
      if (isLeft.current) notify({ type: 'error', message })
      else setProblems((now) => [...now, { id: application.id, text: message }])
    }
  }

  function decide(status: ApplicationStatus) {
    if (!data) return
    // Nothing is decided by what they are already.
    if (data.status === status) saveNote()
    else void send(data, () => changeShown(data, status, note))
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

  const setNoteText = (text: string) => notes.type(id, text)
  return { noteText, setNoteText, noteField, problems, decide, saveNote }
}

/** What is typed of notes. What is on its way is not shown any more, but kept until it has arrived: a reload loses none. */
function useNotes() {
  const { textOf, change } = useUnsavedNotes()
  const sent = useRef<readonly { id: number; note: string }[]>([])

  /** What is kept of an applicant: what is on its way, then these texts. */
  const kept = (id: number, ...texts: readonly string[]) =>
    [...sent.current.filter((one) => one.id === id).map(({ note }) => note), ...texts]
      .filter(Boolean)
      .join('\n')

  return {
    typedOf(id: number) {
      const before = kept(id)
      return before ? typedOn(textOf(id), before) : textOf(id)
    },
    type: (id: number, text: string) => change(id, () => kept(id, text)),
    /** Takes a note out of the field. @returns ends that, with what goes back into the field */
    begin(id: number, note: string) {
      const one = { id, note }
      sent.current = [...sent.current, one]
      change(id, () => kept(id))
      return (back = '') => {
        const before = kept(id)
        sent.current = sent.current.filter((other) => other !== one)
        change(id, (now) => kept(id, back, typedOn(now, before)))
      }
    },
  }
}
