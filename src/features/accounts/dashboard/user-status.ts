import type { StatusLooks } from '#ui/status-badge.tsx'
import type { UserRow } from '../contract.ts'
import type { UserStatus } from '../validation.ts'

export const userStatusLooks: StatusLooks<UserStatus> = {
  active: { label: 'Active', tone: 'success' },
  invited: { label: 'Invited', tone: 'info' },
  disabled: { label: 'Disabled', tone: 'error' },
}

export const userStatus = ({ disabled, invited_at }: UserRow): UserStatus =>
  disabled ? 'disabled' : invited_at ? 'invited' : 'active'

export const userName = ({ name }: UserRow) => name
