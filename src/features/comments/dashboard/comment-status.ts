import type { BadgeTone } from '#ui/badge.tsx'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { StaffComment } from '../moderation-contract.ts'
import { authorName, type CommentStatus, type HeldReason } from '../validation.ts'

export const commentStatusLooks: StatusLooks<CommentStatus> = {
  PENDING: { label: 'Pending', tone: 'warning' },
  APPROVED: { label: 'Approved', tone: 'success' },
  REJECTED: { label: 'Rejected', tone: 'error' },
}

const heldLabels: Record<HeldReason, string> = {
  bot: 'Held: filled in by a bot',
  'too-fast': 'Held: written too fast',
  links: 'Held: many links',
  repeated: 'Held: the same text again',
  flood: 'Held: very many at once',
  moderation: 'Held until approved',
  block: 'Held: blocked',
}

/** A comment's status in words: of a held one, why visitors don't see it yet. */
export function commentLook(
  comment: Pick<StaffComment, 'status' | 'is_held'> & { held_reason?: HeldReason | null },
): { label: string; tone: BadgeTone } {
  if (!comment.is_held) return commentStatusLooks[comment.status]
  const label = comment.held_reason ? heldLabels[comment.held_reason] : 'Held'
  return { label, tone: 'accent' }
}

/** A comment in a message: 'the comment of Aline'. */
export const commentName = (comment: Pick<StaffComment, 'name'>) =>
  `the comment of ${authorName(comment)}`
