import type { StatusLooks } from '#ui/status-badge.tsx'
import type { UserRow } from '../contract.ts'
import type { userStatuses } from '../validation.ts'

type UserStatus = (typeof userStatuses)[number]

export const userStatusLooks: StatusLooks<UserStatus> = {
  active: { label: 'Active', tone: 'success' },
  disabled: { label: 'Disabled', tone: 'error' },
}

export const userStatus = ({ disabled }: UserRow): UserStatus => (disabled ? 'disabled' : 'active')
