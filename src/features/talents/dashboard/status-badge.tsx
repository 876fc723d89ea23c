import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { type TalentStatus, talentStatuses } from '../validation.ts'

const looks: Record<TalentStatus, { label: string; tone: BadgeTone }> = {
  NEW: { label: 'New', tone: 'warning' },
  CONTACTED: { label: 'Contacted', tone: 'info' },
  PLACED: { label: 'Placed', tone: 'success' },
  ARCHIVED: { label: 'Archived', tone: 'neutral' },
  SPAM: { label: 'Spam', tone: 'error' },
}

export const statusLabel = (status: TalentStatus) => looks[status].label

/** The statuses as a select's options. */
export const statusOptions = talentStatuses.map((value) => ({ value, label: statusLabel(value) }))

/** How far one has come with a talent. */
export function TalentStatusBadge({ status }: { status: TalentStatus }) {
  return (
    <Badge
      tone={looks[status].tone}
      className="whitespace-nowrap ring-1 ring-current/15 ring-inset"
    >
      {looks[status].label}
    </Badge>
  )
}
