import { useWrite } from '#client/api/queries.ts'
import { useStatusChange } from '#client/resources/status/use-status-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Talent } from '../contract.ts'
import { type TalentStatus, talentStatusLabels } from '../validation.ts'

export const talentStatusLooks: StatusLooks<TalentStatus> = {
  NEW: { label: talentStatusLabels.NEW, tone: 'warning' },
  CONTACTED: { label: talentStatusLabels.CONTACTED, tone: 'info' },
  PLACED: { label: talentStatusLabels.PLACED, tone: 'success' },
  ARCHIVED: { label: talentStatusLabels.ARCHIVED, tone: 'neutral' },
  SPAM: { label: talentStatusLabels.SPAM, tone: 'error' },
}

/** The texts of deleting a talent, which name the data that is deleted with it. */
export const talentDeletion = {
  procedure: 'talents.delete',
  text: 'Their profile, their resume and the history go with it.',
} as const

/** Changes a talent's status, unless a colleague has changed the talent since it was shown. */
export function useTalentStatus(show: ShowChange) {
  const write = useWrite('talents.changeStatus')
  return useStatusChange<Talent, TalentStatus>({
    looks: talentStatusLooks,
    rowName: fullName,
    send: ({ id, updated_at: expected_updated_at }, status, { notes }) =>
      write.mutateAsync({ id, status, notes, expected_updated_at }),
    show,
  })
}
