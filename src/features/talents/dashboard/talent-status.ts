import { useWrite } from '#client/api/queries.ts'
import type { UndoableChange } from '#client/resources/undo-strip.tsx'
import { useStatusChange } from '#client/resources/use-status-change.ts'
import { fullName } from '#shared/full-name.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Talent } from '../contract.ts'
import type { TalentStatus } from '../validation.ts'

export const talentStatusLooks: StatusLooks<TalentStatus> = {
  NEW: { label: 'New', tone: 'warning' },
  CONTACTED: { label: 'Contacted', tone: 'info' },
  PLACED: { label: 'Placed', tone: 'success' },
  ARCHIVED: { label: 'Archived', tone: 'neutral' },
  SPAM: { label: 'Spam', tone: 'error' },
}

/** The texts of deleting a talent, which name the data that is deleted with it. */
export const talentDeletion = {
  procedure: 'talents.delete',
  text: 'Their profile, their resume and the history go with it.',
} as const

/** Changes a talent's status, unless a colleague has changed the talent since it was shown. */
export function useTalentStatus(show: (change: UndoableChange) => void) {
  const write = useWrite('talents.changeStatus')
  return useStatusChange<Talent, TalentStatus>({
    looks: talentStatusLooks,
    rowName: fullName,
    send: ({ id, updated_at: expected_updated_at }, status, notes) =>
      write.mutateAsync({ id, status, notes, expected_updated_at }),
    show,
  })
}
