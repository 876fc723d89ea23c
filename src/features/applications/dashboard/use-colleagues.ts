import { useQueryClient } from '@tanstack/react-query'
import { problemsOf } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { type ProcedureOutput, useRead, useWrite } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { beginChange } from '#client/resources/undo/begin-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { readId } from '#ui/data-table/filters.ts'
import type { Application } from '../contract.ts'
import type { Colleague } from '../mentions-in-text.ts'

/** The users who manage applications, the signed-in one first; undefined while they are loading. */
export function useColleagues(): Colleague[] | undefined {
  const { id, name } = useUser()
  const { data } = useRead('applicationNotes.colleagues', undefined, { staleTime: 60_000 })
  return data && [{ id, name }, ...data.results.filter((one) => one.id !== id)]
}

const meOrNobody = [
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Nobody' },
]

export function useAssigneeOptions() {
  const { id } = useUser()
  const others = useColleagues()?.filter((one) => one.id !== id)
  const options = others?.map((one) => ({ value: String(one.id), label: one.name }))
  return options && [...meOrNobody, ...options]
}

export const readAssignee = (text: string) =>
  text === 'me' || text === 'none' ? (text as 'me' | 'none') : readId(text)

type AssignmentOutcome = ProcedureOutput<'applications.assign'>

/** Changes one application as a batch of one, and offers to undo it. */
function useSingleChange(show: ShowChange) {
  const client = useQueryClient()
  return async (application: Application, now: string, send: () => Promise<AssignmentOutcome>) => {
    const name = fullName(application)
    const end = beginChange(show, `Assigning ${name}…`)
    try {
      const { failed, batch } = await send()
      if (failed[0]) {
        // What somebody else has done is loaded.
        client.invalidateQueries()
        end({ text: `${name} was not changed. ${failed[0].detail}`, isFailure: true })
      } else {
        const undoable = { batch: { id: batch ?? 0, count: 1, noun: 'application' } }
        end({ text: `${name} ${now}.`, ...(batch !== null && undoable) })
      }
    } catch (error) {
      const text = `${name} ${notDone(error, 'was not')} changed. ${problemsOf(error)}`
      end({ text, isFailure: true })
    }
  }
}

/** Assigns an application, unless a colleague has done so since it was shown. */
export function useAssignment(show: ShowChange) {
  const { mutateAsync } = useWrite('applications.assign')
  const change = useSingleChange(show)
  return (application: Application, assignee: Colleague | null) =>
    change(
      application,
      assignee ? `is assigned to ${assignee.name}` : 'is assigned to nobody',
      () =>
        mutateAsync({
          application_ids: [application.id],
          expected_assignees: { [application.id]: application.assignee?.id ?? null },
          assignees: assignee ? [assignee.id] : [],
        }),
    )
}
