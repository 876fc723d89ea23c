import { useNotifiedWrite } from '#client/resources/use-notified-write.ts'
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
  text: 'Their profile and their resume go for good. This cannot be undone.',
} as const

/** Sets a talent's status, and shows a notification. */
export function useTalentStatus() {
  const changeStatus = useNotifiedWrite('talents.changeStatus')
  return (talent: Talent, status: TalentStatus) => {
    const label = talentStatusLooks[status].label.toLowerCase()
    return changeStatus(
      { id: talent.id, status, expected_updated_at: talent.updated_at },
      () => `${fullName(talent)} is ${label} now.`,
    )
  }
}
